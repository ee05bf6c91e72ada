package domain;

/** A static field that begins with the object that a test would choose for it. */
class Kind {
    static Class<?> kind = String.class;

    static void set(Object it) {
        kind = (Class<?>) it;
    }
}
