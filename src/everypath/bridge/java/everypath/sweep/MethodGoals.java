package everypath.sweep;

import java.util.ArrayList;
import java.util.List;

/** A method of a class under test: its goals, and the methods that it calls. */
final class MethodGoals {
    final String owner;

    /** Name and descriptor. */
    final String key;

    /** Whether nothing but code under test calls it: it is private or made by the compiler. */
    boolean hidden;

    /** Its probes are those from {@code first} to before {@code last}; none before its class was looked at. */
    int first;

    int last;

    /** Its goals that no sequence has passed so far. */
    int open;

    /** The methods that its instructions name. */
    final List<MethodGoals> calls = new ArrayList<>();

    /** What the choice of the next operation works out: open goals in what it calls. */
    double near;

    /** The same with its own and with those further away. */
    double reach;

    MethodGoals(String owner, String key) {
        this.owner = owner;
        this.key = key;
    }
}
