package solving;

/** Nested conditions over 32-bit arithmetic: overflow, division and remainder of negative numbers. */
public class IntArithmetic {

    // goal: complete
    static int linear(int x, int y) {
        if (3 * x + 5 * y == 100 && x - y > 7) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static boolean sumWraps(int a, int b) {
        int sum = a + b;
        if (a > 0 && b > 0 && sum < 0) {
            return true;                                // goal: reach
        }
        return false;                                   // goal: reach
    }

    // goal: complete
    static int absoluteIsNegative(int x) {
        int positive = x < 0 ? -x : x;
        if (positive < 0) {
            return x;                                   // goal: reach returns -2147483648
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int remainderOfNegative(int x) {
        if (x % 7 == -3) {
            if (x > 0) {
                return 2;                               // goal: dead
            }
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int quotientOfNegative(int x) {
        if (x / 4 == -2 && x % 4 == -1) {
            return x;                                   // goal: reach returns -9
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int multiplied(int x) {
        if (x * x == 1522756) {
            if (x > 0 && x < 10000) {
                return x;                               // goal: reach returns 1234
            }
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int product(int x, int y) {
        if (x > 1 && y > 1 && x < 100 && y < 100 && x * y == 2021) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int evenSquare(int x) {
        if ((x * x) % 4 == 2) {
            return 1;                                   // goal: dead
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int doubleCheck(int x) {
        if (x > 10) {
            if (x < 12) {
                if (x == 11) {
                    return 1;                           // goal: reach
                }
                return 2;                               // goal: dead
            }
            return 3;                                   // goal: reach
        }
        return 4;                                       // goal: reach
    }

    // goal: complete
    static int successorIsSmaller(int x) {
        if (x + 1 < x) {
            return x;                                   // goal: reach returns 2147483647
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int minByMinusOne(int x, int y) {
        if (y == -1 && x / y == x && x != 0) {
            return x;                                   // goal: reach returns -2147483648
        }
        return 0;                                       // goal: reach
    }

    static int averageIsBroken(int low, int high) {
        if (low >= 0 && high >= low) {
            int middle = (low + high) / 2;
            int[] four = {1, 2, 3, 4};
            if (middle < 4) {
                return four[middle];                    // goal: reach throws java.lang.ArrayIndexOutOfBoundsException
            }
        }
        return -1;                                      // goal: reach
    }
}
