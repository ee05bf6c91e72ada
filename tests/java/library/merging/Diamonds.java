import java.math.BigInteger;
import java.time.LocalDate;
import java.util.Objects;

/** Branches whose sides only compute; after {@code //} the paths that are left where they are merged. */
class Diamonds {
    static int smaller(int a, int b) { return a < b ? a : b; } // 1
    static long larger(long a, long b) { if (a >= b) return a; return b; } // 1
    static int sign(int a) { return a < 0 ? -1 : a > 0 ? 1 : 0; } // 1
    static double halved(double a, boolean b) { double x = a; if (b) { x = x / 2; } else { x = -x; } return x; } // 1
    static float mixed(float a, int b) { return b > 3 ? a * 2 : b; } // 1
    static int clamped(int a, int low, int high) { return a < low ? low : a > high ? high : a; } // 1
    static boolean both(int a, int b) { return a > 3 && b < 7 || a == b; } // 1
    static int counted(int a) { int n = 0; if (a < 0) { n++; a = -a; } if (a > 100) n += 2; return n * 1000 + a % 7; } // 1
    static long wide(int a, long b) { long x = 5; if (a == 1) x = b; else if (a == 2) x = 1L << 40; return x + 1; } // 3
    static int constants(int a) { int x; if ((a & 1) == 0) x = 28; else x = 29; return x; } // 2
    static int operand(int a, int b) { return b + (a > 0 ? a : b * 2) - 1; } // 1
    static int divided(int a) { return a < 0 ? a / 3 : a % 5; } // 1
    static int thrown(int a, int b) { return a < 0 ? b / a : b; } // 2
    static int divides(int a, int b) { return a < 0 ? a / b : b; } // 3
    static int called(int a) { return a < 0 ? Integer.bitCount(a) : a; } // 2
    static int stored(int a) { int[] x = {1}; if (a < 0) x[0] = a; return x[0]; } // 2
    static int sized(int a) { int n = a < 0 ? 2 : 3; return new int[n].length + n; } // 2
    static int looped(byte a) { int n = 0; for (int i = 0; i < 3; i++) { if ((a >> i & 1) == 1) n += i + 1; } return n; } // 1
    static int until(byte a) { int n = a & 3; int s = 0; while (n > 0) { s += n > 1 ? 2 : 1; n--; } return s; } // 4
    static int reused(int a, boolean b) {
        if (b) { int x = a > 0 ? 1 : 2; return x; } else { String s = "abc"; return s.length() + (a > 1 ? 1 : 0); }
    } // 3
    static int unused(int a) { int x = a; { long y = a; if (a > 0) y++; x += (int) y; } { int z = 3; if (a > 5) z = a; x += z; } return x; } // 1

    int limit = 10;
    static final int MOST = 77;

    static int field(int a) { return new Diamonds().capped(a); } // 1
    private int capped(int a) { return a > limit ? limit : a < 0 ? MOST : a; }

    static int compared(int a, long b) { return Integer.compare(a, 5) * 10 + Long.compare(b, a) + Integer.signum(a); }
    static String bits(long a) { return "" + BigInteger.valueOf(a).signum() + Long.numberOfTrailingZeros(a & 12); }
    static boolean equal(int a, int b) { return Objects.equals(a, b) && Boolean.logicalXor(a > 1, b > 1); }
    static int month(byte a) { return LocalDate.of(2024, 3, 1).plusDays(a).getDayOfMonth(); }
    static boolean leap(short a) { return LocalDate.of(a, 1, 1).isLeapYear(); }
}
