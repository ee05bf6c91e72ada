package everypath.sweep;

import java.util.List;

/** An open side of a decision that sequences execute, and the sequence that came nearest to it. */
final class OpenSide {
    /** Its probe. */
    final int probe;

    /** Its place in the list of those to choose from. */
    int place;

    /** What came nearest: what the statement that did needs. */
    Sequence nearest;

    /** The same with all statements that ran before; null once {@link #nearest} is known to come as near. */
    Sequence whole;

    /** The package of the sequence. */
    String home;

    /** What it cost. */
    double cost;

    /** What was compared then; null where it is no constant. */
    Object left;

    Object right;

    /** Constants that may make the operands alike, made when they are first asked for. */
    List<Operands.Replacement> replacements;

    /** How often it was varied since it came nearer. */
    int tries;

    OpenSide(int probe) {
        this.probe = probe;
    }

    /** The operation that is called last. */
    Operation last() {
        Statement[] all = nearest.statements();
        for (int i = all.length - 1; i > 0; i--) {
            if (!all[i].isConstant()) {
                return all[i].operation();
            }
        }
        return all[0].operation();
    }
}
