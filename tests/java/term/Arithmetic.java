import java.io.PrintStream;

/** Prints the results of Java's arithmetic on tables of boundary values, one line per operator and operands. */
public class Arithmetic {
    static final int[] INTS = {0, 1, -1, 2, -2, 3, 7, -7, 31, 32, 33, 63, 64, 127, 128, -128, -129, 255, 256, 32767, 32768, -32768,
        -32769, 65535, 65536, 16777217, 0x7fffffff, 0x7ffffffe, 0x80000000, 0x80000001, 123456789, -987654321};
    static final long[] LONGS = {0, 1, -1, 2, -3, 7, 31, 32, 63, 64, 65, 0x7fffffffL, 0x80000000L, -0x80000000L, -0x80000001L, 0xffffffffL,
        0x100000000L, 1L << 53, (1L << 53) + 1, -(1L << 53) - 1, 0x4000004000000001L, 0x7fffff4000000001L, 0x8000008000000001L,
        0x4000003fffffffffL, Long.MAX_VALUE, Long.MAX_VALUE - 1, Long.MIN_VALUE, Long.MIN_VALUE + 1, 1234567890123456789L};
    static final float[] FLOATS = {0.0f, -0.0f, 1.0f, -1.0f, 0.5f, 1.5f, 2.0f, 3.0f, -3.3f, 0.1f, 10.0f, 16777216.0f, 16777217.0f, 1e-45f, -1e-45f,
        1.17549435e-38f, 1.1754942e-38f, 3.4028235e38f, -3.4028235e38f, 2147483648.0f, -2147483648.0f, 2147483520.0f, 9.223372e18f,
        -9.223372e18f, 1e10f, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.NaN};
    static final double[] DOUBLES = {0.0, -0.0, 1.0, -1.0, 0.5, 1.5, -2.5, 3.0, 0.1, 1e-3, 10.0, 4.9e-324, -4.9e-324, 2.2250738585072014e-308, 1e-45, 7e-46,
        1.1754943508222874e-38, 3.4028235677973366e38, 3.4028234663852886e38, 3.402823567797337e38, 1.7976931348623157e308,
        -1.7976931348623157e308, 2147483647.0, 2147483647.5, 2147483648.0, -2147483648.0, -2147483648.5, -2147483649.0,
        9.223372036854775807e18, -9.223372036854775808e18, 9.3e18, 9007199254740993.0, 1.0000000596046448, 1.0000001788139343,
        Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN};

    static PrintStream out;

    public static void main(String[] arguments) throws Exception {
        out = new PrintStream(new java.io.BufferedOutputStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), 1 << 16), false);
        ints();
        longs();
        floats();
        doubles();
        out.flush();
    }

    static void line(String operator, Object a, Object b, Object result) {
        out.println(operator + " " + a + " " + b + " " + result);
    }

    static String bits(float value) {
        return Integer.toString(Float.floatToIntBits(value));
    }

    static String bits(double value) {
        return Long.toString(Double.doubleToLongBits(value));
    }

    static void ints() {
        for (int a : INTS) {
            for (int b : INTS) {
                line("iadd", a, b, a + b);
                line("isub", a, b, a - b);
                line("imul", a, b, a * b);
                if (b != 0) {
                    line("idiv", a, b, a / b);
                    line("irem", a, b, a % b);
                }
                line("iand", a, b, a & b);
                line("ior", a, b, a | b);
                line("ixor", a, b, a ^ b);
                line("ishl", a, b, a << b);
                line("ishr", a, b, a >> b);
                line("iushr", a, b, a >>> b);
                line("ilt", a, b, a < b ? 1 : 0);
                line("iult", a, b, Integer.compareUnsigned(a, b) < 0 ? 1 : 0);
            }
            line("ineg", a, 0, -a);
            line("i2b", a, 0, (int) (byte) a);
            line("i2c", a, 0, (int) (char) a);
            line("i2s", a, 0, (int) (short) a);
            line("i2l", a, 0, (long) a);
            line("i2f", a, 0, bits((float) a));
            line("i2d", a, 0, bits((double) a));
        }
    }

    static void longs() {
        for (long a : LONGS) {
            for (long b : LONGS) {
                line("ladd", a, b, a + b);
                line("lsub", a, b, a - b);
                line("lmul", a, b, a * b);
                if (b != 0) {
                    line("ldiv", a, b, a / b);
                    line("lrem", a, b, a % b);
                }
                line("land", a, b, a & b);
                line("lor", a, b, a | b);
                line("lxor", a, b, a ^ b);
                line("lcmp", a, b, Long.compare(a, b));
                line("lult", a, b, Long.compareUnsigned(a, b) < 0 ? 1 : 0);
            }
            for (int b : INTS) {
                line("lshl", a, b, a << b);
                line("lshr", a, b, a >> b);
                line("lushr", a, b, a >>> b);
            }
            line("lneg", a, 0, -a);
            line("l2i", a, 0, (int) a);
            line("l2f", a, 0, bits((float) a));
            line("l2d", a, 0, bits((double) a));
        }
    }

    static int fcmpl(float a, float b) {
        return a > b ? 1 : a == b ? 0 : -1;
    }

    static int fcmpg(float a, float b) {
        return a < b ? -1 : a == b ? 0 : 1;
    }

    static void floats() {
        for (float a : FLOATS) {
            for (float b : FLOATS) {
                line("fadd", bits(a), bits(b), bits(a + b));
                line("fsub", bits(a), bits(b), bits(a - b));
                line("fmul", bits(a), bits(b), bits(a * b));
                line("fdiv", bits(a), bits(b), bits(a / b));
                line("frem", bits(a), bits(b), bits(a % b));
                line("fcmpl", bits(a), bits(b), fcmpl(a, b));
                line("fcmpg", bits(a), bits(b), fcmpg(a, b));
                line("flt", bits(a), bits(b), a < b ? 1 : 0);
                line("fle", bits(a), bits(b), a <= b ? 1 : 0);
                line("feq", bits(a), bits(b), a == b ? 1 : 0);
                line("fsame", bits(a), bits(b), Float.valueOf(a).equals(b) ? 1 : 0);
            }
            line("fneg", bits(a), 0, bits(-a));
            line("f2i", bits(a), 0, (int) a);
            line("f2l", bits(a), 0, (long) a);
            line("f2d", bits(a), 0, bits((double) a));
            line("fabs", bits(a), 0, bits(Math.abs(a)));
        }
    }

    static int dcmpl(double a, double b) {
        return a > b ? 1 : a == b ? 0 : -1;
    }

    static int dcmpg(double a, double b) {
        return a < b ? -1 : a == b ? 0 : 1;
    }

    static void doubles() {
        for (double a : DOUBLES) {
            for (double b : DOUBLES) {
                line("dadd", bits(a), bits(b), bits(a + b));
                line("dsub", bits(a), bits(b), bits(a - b));
                line("dmul", bits(a), bits(b), bits(a * b));
                line("ddiv", bits(a), bits(b), bits(a / b));
                line("drem", bits(a), bits(b), bits(a % b));
                line("dcmpl", bits(a), bits(b), dcmpl(a, b));
                line("dcmpg", bits(a), bits(b), dcmpg(a, b));
                line("dlt", bits(a), bits(b), a < b ? 1 : 0);
                line("dle", bits(a), bits(b), a <= b ? 1 : 0);
                line("deq", bits(a), bits(b), a == b ? 1 : 0);
                line("dsame", bits(a), bits(b), Double.valueOf(a).equals(b) ? 1 : 0);
            }
            line("dneg", bits(a), 0, bits(-a));
            line("d2i", bits(a), 0, (int) a);
            line("d2l", bits(a), 0, (long) a);
            line("d2f", bits(a), 0, bits((float) a));
            line("dabs", bits(a), 0, bits(Math.abs(a)));
            line("dsqrt", bits(a), 0, bits(Math.sqrt(a)));
        }
    }
}
