package everypath.probes;

import java.util.Collection;
import java.util.Map;
import java.util.Objects;

/**
 * What comparing calls and instructions of watched code are redirected to. Each does the same, and its operands are
 * remembered until a decision about its result asks for them, see {@link Decisions}.
 */
public final class Comparisons {
    /** Kinds of comparisons of texts, and of others. */
    static final int EQUAL = 0;
    static final int EQUAL_IGNORING_CASE = 1;
    static final int STARTS = 2;
    static final int ENDS = 3;
    static final int CONTAINS = 4;
    static final int ORDER = 5;
    static final int NUMBERS = 6;
    static final int REALS = 7;
    static final int AMONG = 8;
    static final int HASH = 9;
    static final int INSTANCE = 10;

    /** The last comparison. */
    static int kind;
    static Object left;
    static Object right;
    static long leftNumber;
    static long rightNumber;
    static double leftReal;
    static double rightReal;
    static int result;

    /** The last lookup in a map that found nothing. */
    static Map<?, ?> map;
    static Object key;

    private Comparisons() {}

    private static boolean flag(int what, Object one, Object other, boolean found) {
        kind = what;
        left = one;
        right = other;
        result = found ? 1 : 0;
        return found;
    }

    private static int number(int what, Object one, Object other, int found) {
        kind = what;
        left = one;
        right = other;
        result = found;
        return found;
    }

    // ---- calls, under the names of the methods

    /** {@code Object.equals}. */
    public static boolean equals(Object one, Object other) {
        return flag(EQUAL, one, other, one.equals(other));
    }

    /** {@code String.equals}. */
    public static boolean equals(String one, Object other) {
        return flag(EQUAL, one, other, one.equals(other));
    }

    /** {@code Objects.equals}. */
    public static boolean bothEqual(Object one, Object other) {
        return flag(EQUAL, one, other, Objects.equals(one, other));
    }

    /** {@code String.equalsIgnoreCase}. */
    public static boolean equalsIgnoreCase(String one, String other) {
        return flag(EQUAL_IGNORING_CASE, one, other, one.equalsIgnoreCase(other));
    }

    /** {@code String.contentEquals}. */
    public static boolean contentEquals(String one, CharSequence other) {
        return flag(EQUAL, one, other, one.contentEquals(other));
    }

    /** {@code String.startsWith}. */
    public static boolean startsWith(String one, String other) {
        return flag(STARTS, one, other, one.startsWith(other));
    }

    /** {@code String.endsWith}. */
    public static boolean endsWith(String one, String other) {
        return flag(ENDS, one, other, one.endsWith(other));
    }

    /** {@code String.contains}. */
    public static boolean contains(String one, CharSequence other) {
        return flag(CONTAINS, one, other, one.contains(other));
    }

    /** {@code String.indexOf}. */
    public static int indexOf(String one, String other) {
        return number(CONTAINS, one, other, one.indexOf(other));
    }

    /** {@code String.indexOf}. */
    public static int indexOf(String one, int other) {
        return number(CONTAINS, one, other, one.indexOf(other));
    }

    /** {@code String.lastIndexOf}. */
    public static int lastIndexOf(String one, String other) {
        return number(CONTAINS, one, other, one.lastIndexOf(other));
    }

    /** {@code String.lastIndexOf}. */
    public static int lastIndexOf(String one, int other) {
        return number(CONTAINS, one, other, one.lastIndexOf(other));
    }

    /** {@code String.compareTo}. */
    public static int compareTo(String one, String other) {
        return number(ORDER, one, other, one.compareTo(other));
    }

    /** {@code String.compareToIgnoreCase}. */
    public static int compareToIgnoreCase(String one, String other) {
        return number(ORDER, one, other, one.compareToIgnoreCase(other));
    }

    /** {@code Comparable.compareTo}. */
    public static <T> int compareTo(Comparable<T> one, Object other) {
        @SuppressWarnings("unchecked")
        T compared = (T) other;
        return number(ORDER, one, other, one.compareTo(compared));
    }

    /** {@code String.hashCode}. */
    public static int hashCode(String text) {
        return number(HASH, text, null, text.hashCode());
    }

    /** {@code Map.get}. */
    public static Object get(Map<?, ?> where, Object wanted) {
        Object found = where.get(wanted);
        map = found == null ? where : null;
        key = wanted;
        if (Compared.isNoting) {
            note(wanted, where);
        }
        return found;
    }

    /** Notes a key that is looked up with others that the map has. */
    private static void note(Object wanted, Map<?, ?> where) {
        Object left = Decisions.constant(wanted);
        if (left == null || !Nearest.isReporting()) {
            return;
        }
        int noted = 0;
        try {
            for (Object each : Distance.keys(where)) {
                Compared.note(-1 - noted, left, Decisions.constant(each));
                if (++noted == Distance.MOST_LOOKED_AT) {
                    return;
                }
            }
        } catch (RuntimeException e) {
            // a map of the JDK may be a view of one of the code under test
        }
    }

    /** {@code Map.containsKey}. */
    public static boolean containsKey(Map<?, ?> where, Object wanted) {
        if (Compared.isNoting) {
            note(wanted, where);
        }
        return flag(AMONG, wanted, where, where.containsKey(wanted));
    }

    /** {@code Collection.contains}. */
    public static boolean contains(Collection<?> where, Object wanted) {
        return flag(AMONG, wanted, where, where.contains(wanted));
    }

    // ---- instructions

    /** {@code instanceof}, with its operand, its result and the name of the class. */
    public static int isInstance(Object value, int found, String type) {
        return number(INSTANCE, value, type, found);
    }

    /** {@code lcmp}. */
    public static int lcmp(long one, long other) {
        kind = NUMBERS;
        leftNumber = one;
        rightNumber = other;
        result = one < other ? -1 : one == other ? 0 : 1;
        return result;
    }

    /** {@code fcmpl}. */
    public static int fcmpl(float one, float other) {
        return dcmpl(one, other);
    }

    /** {@code fcmpg}. */
    public static int fcmpg(float one, float other) {
        return dcmpg(one, other);
    }

    /** {@code dcmpl}. */
    public static int dcmpl(double one, double other) {
        kind = REALS;
        leftReal = one;
        rightReal = other;
        result = one > other ? 1 : one == other ? 0 : -1;
        return result;
    }

    /** {@code dcmpg}. */
    public static int dcmpg(double one, double other) {
        kind = REALS;
        leftReal = one;
        rightReal = other;
        result = one < other ? -1 : one == other ? 0 : 1;
        return result;
    }
}
