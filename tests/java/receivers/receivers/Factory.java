package receivers;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/** Methods whose declared types are wider than what they return. */
public final class Factory {
    private final Lookup lookup;

    public Factory(int fences) {
        lookup = new Fenced(fences);
    }

    public static Factory make() {
        return new Factory(3);
    }

    public Lookup lookup() {
        return lookup == null ? new Fenced(0) : lookup;
    }

    public static Iterable<Object> members(Object first, Object second) {
        Set<Object> members = new HashSet<>();
        members.add(first);
        members.add(second);
        return Collections.unmodifiableSet(members);
    }
}
