package everypath.probes;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Distances of values from satisfying a condition: zero where it holds (branch distance, Korel 1990). */
final class Distance {
    static final int EQ = 0;
    static final int NE = 1;
    static final int LT = 2;
    static final int GE = 3;
    static final int GT = 4;
    static final int LE = 5;

    /** How far values are that have nothing to do with each other. */
    static final double FAR = 1e6;

    /** The most elements of a collection that are compared. */
    static final int MOST_LOOKED_AT = 64;

    private static final int LONGEST = 64;

    /** What one character too many or too few counts; two characters that differ count less. */
    private static final int MISSING = 128;

    private Distance() {}

    /** Whether a condition holds, by its number. */
    static boolean holds(int condition, int left, int right) {
        return to(condition, left, right) == 0;
    }

    /** How far two numbers are from satisfying a condition, or (not {@code wanted}) its opposite. */
    static double to(int condition, boolean wanted, double left, double right) {
        return to(wanted ? condition : condition ^ 1, left, right);
    }

    private static double to(int condition, double left, double right) {
        switch (condition) {
            case EQ:
                return left == right ? 0 : between(left, right);
            case NE:
                return left == right ? 1 : 0;
            case LT:
                return left < right ? 0 : between(left, right) + 1;
            case GE:
                return left >= right ? 0 : between(left, right);
            case GT:
                return left > right ? 0 : between(left, right) + 1;
            default:
                return left <= right ? 0 : between(left, right);
        }
    }

    static double between(double left, double right) {
        double result = Math.abs(left - right);
        return result <= Double.MAX_VALUE ? result : Double.MAX_VALUE; // neither infinite nor no number
    }

    /** How far two values are from such a comparison's being true, at least one. */
    static double between(int kind, Object left, Object right) {
        if (left instanceof String one && right instanceof String other) {
            return 1 + texts(kind, one, other);
        }
        double one = number(left);
        double other = number(right);
        return one == one && other == other ? 1 + Math.min(FAR, between(one, other)) : FAR;
    }

    private static double number(Object value) {
        if (value instanceof Character one) {
            return one;
        }
        return value instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    private static double texts(int kind, String one, String other) {
        int length = other.length();
        switch (kind) {
            case Comparisons.STARTS:
                return aligned(one, 0, Math.min(one.length(), length), other, false);
            case Comparisons.ENDS:
                int from = Math.max(0, one.length() - length);
                return aligned(one, from, one.length(), other, false);
            case Comparisons.CONTAINS:
                double least = aligned(one, 0, Math.min(one.length(), length), other, false);
                int last = Math.min(LONGEST, one.length() - length);
                for (int at = 1; at <= last; at++) {
                    least = Math.min(least, aligned(one, at, at + length, other, false));
                }
                return least;
            default:
                return aligned(one, 0, one.length(), other, kind == Comparisons.EQUAL_IGNORING_CASE);
        }
    }

    /** How far a part of one text is from another one, place by place. */
    private static double aligned(String one, int from, int to, String other, boolean ignoring) {
        int length = Math.min(to - from, other.length());
        double result = (double) MISSING * (Math.max(to - from, other.length()) - length);
        for (int i = 0; i < length && i < LONGEST; i++) {
            int left = one.charAt(from + i);
            int right = other.charAt(i);
            if (ignoring) {
                left = Character.toLowerCase(left);
                right = Character.toLowerCase(right);
            }
            result += Math.min(MISSING - 1, Math.abs(left - right));
        }
        return result;
    }

    /** The keys of a map of the JDK; of another one none, whose code must not run here. */
    static Collection<?> keys(Map<?, ?> map) {
        return map.getClass().getClassLoader() == null ? map.keySet() : List.of();
    }

    /** The elements of a collection of the JDK; of another one none. */
    static Collection<?> elements(Object collection) {
        return collection instanceof Collection<?> found && found.getClass().getClassLoader() == null
                ? found
                : List.of();
    }
}
