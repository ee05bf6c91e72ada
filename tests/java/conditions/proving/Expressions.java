package proving;

/** Java's own opinion of expressions: each method is one, and a test reads it from here. */
public class Expressions {
    static final long BIG = 1L << 40;
    static final char MARK = 'x';

    static boolean c0(int a, int b, long l, byte y, char c, double d, float f, boolean z) {
        return a + b * 2 > l && (z || a == b);
    }

    static boolean c1(int a, int b, long l, byte y, char c, double d, float f, boolean z) {
        return a << b == a >> 3 || a >>> b != l >>> 60;
    }

    static boolean c2(int a, int b, long l, byte y, char c, double d, float f, boolean z) {
        return (byte) a == y || (char) b > c || (short) l < y;
    }

    static boolean c3(int a, int b, long l, byte y, char c, double d, float f, boolean z) {
        return d / 0 > f || d != d || f * 1e10f == d && -d <= 0.0;
    }

    static boolean c4(int a, int b, long l, byte y, char c, double d, float f, boolean z) {
        return b != 0 && a / b == 3 || b != 0 && a % b < 0;
    }

    static boolean c5(int a, int b, long l, byte y, char c, double d, float f, boolean z) {
        return (a & 0xff ^ b | 1) > ~a && !z ^ a > b == true;
    }

    static boolean c6(int a, int b, long l, byte y, char c, double d, float f, boolean z) {
        return (z ? a : l) > BIG || (a > 0 ? c : MARK) == 'x';
    }

    static boolean c7(int a, int b, long l, byte y, char c, double d, float f, boolean z) {
        return (int) d == a || (long) f > l || (float) d == f || (double) l < d;
    }

    static boolean c8(int a, int b, long l, byte y, char c, double d, float f, boolean z) {
        return a - b - 1 < 0 & l + 1 < l | y * y > 127 && -2147483648 <= a;
    }

    static boolean c9(int a, int b, long l, byte y, char c, double d, float f, boolean z) {
        return -a < -b == z && l >> a + 1 > -0x7fL && (y + c) % 7 <= 3 && a + b >= Integer.MIN_VALUE;
    }
}
