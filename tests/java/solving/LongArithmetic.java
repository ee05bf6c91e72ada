package solving;

/** 64-bit arithmetic, conversions between the widths, and comparisons. */
public class LongArithmetic {

    // goal: complete
    static int wideSum(long a, long b) {
        if (a + b == 10_000_000_000L && a - b == 2L) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int truncated(long x) {
        int narrow = (int) x;
        if (narrow == 5 && x != 5) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int widened(int x) {
        long wide = x;
        if (wide * wide > Integer.MAX_VALUE && x > 0 && x < 50000) {
            return 1;                                   // goal: reach
        }
        if (wide * 2 != (long) (x * 2)) {
            return 2;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int longMultiplyOverflow(long x) {
        if (x > 0 && x * 3 < 0) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static long remainder(long x) {
        if (x % 1000003L == 999999L && x > 5_000_000_000L) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int divideByDifference(long a, long b) {
        return (int) (100 / (a - b));                   // goal: reach throws java.lang.ArithmeticException
    }

    // goal: complete
    static int byteWraps(int x) {
        byte b = (byte) x;
        if (b < 0 && x > 1000) {
            return 1;                                   // goal: reach
        }
        if (b > 127) {
            return 2;                                   // goal: dead
        }
        return 0;                                       // goal: reach
    }
}
