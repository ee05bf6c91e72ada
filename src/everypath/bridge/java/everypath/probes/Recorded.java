package everypath.probes;

/**
 * What calls returned whose results are wanted, and the arrays of primitives that they were given: classes that are
 * rewritten for that hand them over here.
 *
 * <p>Like {@link Probes} it is seen by every class and uses nothing of the JDK.
 */
public final class Recorded {
    private static final int MOST = 128;
    private static final int MOST_ELEMENTS = 4096;

    private static Object[] values = new Object[MOST];
    private static int count;

    private Recorded() {}

    /** The results since the last call, each followed by an array of arrays, or null. */
    public static synchronized Object[] take() {
        Object[] found = new Object[count];
        for (int i = 0; i < count; i++) {
            found[i] = values[i];
        }
        values = new Object[MOST];
        count = 0;
        return found;
    }

    /** Takes a result, and arrays as they are now. */
    public static synchronized void note(Object value, Object[] arrays) {
        if (count < MOST) {
            for (int i = 0; arrays != null && i < arrays.length; i++) {
                arrays[i] = copied(arrays[i]);
            }
            values[count++] = value;
            values[count++] = arrays;
        }
    }

    /** A copy of an array; null for long ones. */
    private static Object copied(Object array) {
        if (array instanceof byte[] && ((byte[]) array).length <= MOST_ELEMENTS) {
            return ((byte[]) array).clone();
        }
        if (array instanceof char[] && ((char[]) array).length <= MOST_ELEMENTS) {
            return ((char[]) array).clone();
        }
        if (array instanceof int[] && ((int[]) array).length <= MOST_ELEMENTS) {
            return ((int[]) array).clone();
        }
        if (array instanceof long[] && ((long[]) array).length <= MOST_ELEMENTS) {
            return ((long[]) array).clone();
        }
        if (array instanceof boolean[] && ((boolean[]) array).length <= MOST_ELEMENTS) {
            return ((boolean[]) array).clone();
        }
        if (array instanceof short[] && ((short[]) array).length <= MOST_ELEMENTS) {
            return ((short[]) array).clone();
        }
        if (array instanceof double[] && ((double[]) array).length <= MOST_ELEMENTS) {
            return ((double[]) array).clone();
        }
        if (array instanceof float[] && ((float[]) array).length <= MOST_ELEMENTS) {
            return ((float[]) array).clone();
        }
        return null;
    }
}
