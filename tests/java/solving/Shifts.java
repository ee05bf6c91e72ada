package solving;

/** Shifts, masks and bit tricks. */
public class Shifts {

    // goal: complete
    static int unsignedShift(int x) {
        if (x >>> 28 == 0xF && (x & 0xFF) == 0x42) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int maskedCount(int count) {
        if (count > 31 && 1 << count == 16) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int arithmeticShift(int x) {
        if (x >> 31 == -1) {
            if (x >= 0) {
                return 2;                               // goal: dead
            }
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int powerOfTwo(int x) {
        if (x > 1000 && (x & x - 1) == 0) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int xorSwap(int a, int b) {
        int x = a;
        int y = b;
        x ^= y;
        y ^= x;
        x ^= y;
        if (x != b || y != a) {
            return 1;                                   // goal: dead
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int longShift(long x, int n) {
        if (n == 40 && x >>> n == 3L && (x & 1L) == 1L) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }
}
