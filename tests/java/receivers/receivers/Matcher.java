package receivers;

/** A functional interface whose default methods are called on what implements it. */
public interface Matcher {
    int match(char[] text, int start);

    default int size() {
        return 0;
    }

    default boolean matches(char[] text) {
        return match(text, 0) > 0;
    }
}
