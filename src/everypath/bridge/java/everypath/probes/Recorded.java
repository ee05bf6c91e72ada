package everypath.probes;

/**
 * What calls returned whose results are wanted: classes that are rewritten for that hand each result over here.
 *
 * <p>Like {@link Probes} it is seen by every class and uses nothing of the JDK.
 */
public final class Recorded {
    private static final int MOST = 64;

    private static Object[] values = new Object[MOST];
    private static int count;

    private Recorded() {}

    /** The results since the last call. */
    public static synchronized Object[] take() {
        Object[] found = new Object[count];
        for (int i = 0; i < count; i++) {
            found[i] = values[i];
        }
        values = new Object[MOST];
        count = 0;
        return found;
    }

    /** Takes a result. */
    public static synchronized void note(Object value) {
        if (count < MOST) {
            values[count++] = value;
        }
    }
}
