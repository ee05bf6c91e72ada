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
    public static Object[] take() {
        Object[] found = new Object[count];
        for (int i = 0; i < count; i++) {
            found[i] = values[i];
        }
        values = new Object[MOST];
        count = 0;
        return found;
    }

    /** Takes a result and returns it. */
    public static synchronized Object note(Object value) {
        if (count < MOST) {
            values[count++] = value;
        }
        return value;
    }

    public static boolean note(boolean value) {
        note((Object) value);
        return value;
    }

    public static byte note(byte value) {
        note((Object) value);
        return value;
    }

    public static char note(char value) {
        note((Object) value);
        return value;
    }

    public static short note(short value) {
        note((Object) value);
        return value;
    }

    public static int note(int value) {
        note((Object) value);
        return value;
    }

    public static long note(long value) {
        note((Object) value);
        return value;
    }

    public static float note(float value) {
        note((Object) value);
        return value;
    }

    public static double note(double value) {
        note((Object) value);
        return value;
    }
}
