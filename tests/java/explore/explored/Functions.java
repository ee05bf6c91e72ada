package explored;

/** A class of which there are no objects. */
public final class Functions {
    private Functions() {}

    @SuppressWarnings("unchecked")
    static int compared(Object one, Object other) {
        return ((Comparable<Object>) one).compareTo(other);
    }
}
