package explored;

/** Inputs that are compared before anything looks into them: what they turn out to be stays what they were told. */
public class Told {
    enum Suit { CLUBS, HEARTS }

    static int texts(Object a, Object b) {
        if (a == b) {
            return 0;
        }
        return a instanceof String && b instanceof String && a.equals(b) ? 1 : 2;
    }

    static int boxes(Object a, Object b) {
        if (a == b) {
            return 0;
        }
        return a instanceof Integer && b instanceof Integer && a.equals(b) ? 1 : 2;
    }

    static int flags(Object a, Object b) {
        if (a != b && a instanceof Boolean first && b instanceof Boolean second) {
            return first.booleanValue() == second.booleanValue() ? 1 : 2;
        }
        return 3;
    }

    static int constants(Object a, Object b) {
        if (a != b && a instanceof Suit first && b instanceof Suit second) {
            return first.ordinal() == second.ordinal() ? 1 : 2;
        }
        return 3;
    }

    /** No call that the machine runs makes a provider: the path has no input, and that is no error. */
    static int providers(java.security.Provider provider) {
        return provider == null ? 0 : 1;
    }

    /** A loader is one of those that the JDK hands out. */
    static int loaders(ClassLoader loader) {
        return loader == null ? 0 : 1;
    }
}
