package solving;

/** IEEE arithmetic: NaN, infinities, signed zeros, rounding. */
public class Doubles {

    // goal: complete
    static int notANumber(double x) {
        if (x != x) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int neitherLessNorMore(double x, double y) {
        if (!(x < y) && !(x >= y)) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int infinite(double x) {
        if (x > 0 && x + x == x) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int negativeZero(double x) {
        if (x == 0.0 && 1.0 / x < 0) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int absorbed(double x) {
        if (x > 0 && x + 1.0 == x) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int truncated(double x) {
        if ((int) x == 7 && x > 7.25) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int floatPrecision(float x) {
        if (x > 16777215f && x + 1f == x && x < 20000000f) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int celsius(double fahrenheit) {
        double c = (fahrenheit - 32) * 0.5;
        if (c == 100.0) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int fromInt(int x) {
        if ((float) x != (double) x) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int saturated(double x) {
        if ((int) x == Integer.MAX_VALUE && (long) x > Integer.MAX_VALUE) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }
}
