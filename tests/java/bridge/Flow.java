package flow;

/** Control flow, for coverage. */
public class Flow {
    static int branch(int x) {
        if (x > 3) {
            guard(x);
            return 1;
        }
        switch (x) {
            case 1:
                return 5;
            case 2:
            case 3:
                x++;
                break;
            default:
                x--;
        }
        return x;
    }

    static void guard(int x) {
        if (x == 5) {
            throw new IllegalStateException("five");
        }
    }

    static int words(String s) {
        switch (s) {
            case "one":
                return 1;
            case "two":
                return 2;
            default:
                return 3;
        }
    }

    static int sparse(int key) {
        switch (key) {
            case Integer.MIN_VALUE:
                return -1;
            case -70000:
                return 1;
            case 0:
                return 2;
            case 1 << 20:
                return 3;
            case Integer.MAX_VALUE:
                return 4;
            default:
                return 0;
        }
    }

    static int conditions(int a, int b, Object x, Object y) {
        int n = 0;
        if (a == b) n += 1;
        if (a != b) n += 2;
        if (a < b) n += 4;
        if (a >= b) n += 8;
        if (a > b) n += 16;
        if (a <= b) n += 32;
        if (x == y) n += 64;
        if (x != y) n += 128;
        if (x == null) n += 256;
        if (y != null) n += 512;
        if (a == 0) n += 1024;
        if (a != 0) n += 2048;
        if (a < 0) n += 4096;
        if (a >= 0) n += 8192;
        if (a > 0) n += 16384;
        if (a <= 0) n += 32768;
        return n;
    }

    static int recover(int[] values, int index) {
        int result = 0;
        try {
            result = values[index];
        } catch (ArrayIndexOutOfBoundsException e) {
            result = -1;
        } finally {
            result *= 2;
        }
        return result;
    }

    static long loops(int n) {
        long total = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i; j > 0; j--) {
                synchronized (Flow.class) {
                    total += (long) i * j;
                }
            }
        }
        return total;
    }

    private int held;

    int halfway(int[] numbers, int at, int divisor) {
        held = divisor;
        int first = numbers[at];
        int quotient = first / divisor;
        held = quotient;
        return quotient;
    }
}
