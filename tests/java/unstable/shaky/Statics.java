package shaky;

/** Hidden state that tests in one JVM share, and values that change from run to run. */
public class Statics {
    private static int counter;
    private static final StringBuilder LOG = new StringBuilder();

    private final int number;

    public Statics(int number) {
        this.number = number;
        counter++;
    }

    public int number() {
        return number;
    }

    public static int next() {
        return ++counter;
    }

    public static int bump(int by) {
        if (by < 0) {
            return -1;
        }
        counter += by;
        return counter;
    }

    public static int times() {
        return (int) (System.nanoTime() % 7);
    }

    public static String identity(Object value) {
        return value.getClass().getName() + "@" + System.identityHashCode(value);
    }

    public static String logged(String text) {
        LOG.append(text);
        return LOG.toString();
    }

    public static void full() {
        throw new IllegalStateException("full at " + counter);
    }

    public static int twice(int a) {
        return 2 * a;
    }
}
