package everypath.probes;

import java.lang.reflect.Array;

/**
 * What calls returned whose results are wanted, and the arrays of primitives that they were given: classes that are
 * rewritten for that hand them over here.
 *
 * <p>Like {@link Probes} it is seen by every class. Of the JDK, it uses what copies arrays.
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

    /** A copy of an array; null for none and for long ones. */
    private static Object copied(Object array) {
        int length = array == null ? 0 : Array.getLength(array);
        if (array == null || length > MOST_ELEMENTS) {
            return null;
        }
        Object copy = Array.newInstance(array.getClass().getComponentType(), length);
        System.arraycopy(array, 0, copy, 0, length);
        return copy;
    }
}
