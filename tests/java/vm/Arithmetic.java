/** Every arithmetic, conversion and comparison opcode, one method each, to be run on boundary values. */
public class Arithmetic {
    static int iadd(int a, int b) { return a + b; }
    static int isub(int a, int b) { return a - b; }
    static int imul(int a, int b) { return a * b; }
    static int idiv(int a, int b) { return a / b; }
    static int irem(int a, int b) { return a % b; }
    static int ishl(int a, int b) { return a << b; }
    static int ishr(int a, int b) { return a >> b; }
    static int iushr(int a, int b) { return a >>> b; }
    static int iand(int a, int b) { return a & b; }
    static int ior(int a, int b) { return a | b; }
    static int ixor(int a, int b) { return a ^ b; }
    static int ineg(int a) { return -a; }
    static int iinc(int a) { a++; a += 100; a -= 3; a += 30000; return a; }
    static long ladd(long a, long b) { return a + b; }
    static long lsub(long a, long b) { return a - b; }
    static long lmul(long a, long b) { return a * b; }
    static long ldiv(long a, long b) { return a / b; }
    static long lrem(long a, long b) { return a % b; }
    static long lshl(long a, int b) { return a << b; }
    static long lshr(long a, int b) { return a >> b; }
    static long lushr(long a, int b) { return a >>> b; }
    static long land(long a, long b) { return a & b; }
    static long lor(long a, long b) { return a | b; }
    static long lxor(long a, long b) { return a ^ b; }
    static long lneg(long a) { return -a; }
    static int lcmp(long a, long b) { return a < b ? -1 : a == b ? 0 : 1; }
    static float fadd(float a, float b) { return a + b; }
    static float fsub(float a, float b) { return a - b; }
    static float fmul(float a, float b) { return a * b; }
    static float fdiv(float a, float b) { return a / b; }
    static float frem(float a, float b) { return a % b; }
    static float fneg(float a) { return -a; }
    static double dadd(double a, double b) { return a + b; }
    static double dsub(double a, double b) { return a - b; }
    static double dmul(double a, double b) { return a * b; }
    static double ddiv(double a, double b) { return a / b; }
    static double drem(double a, double b) { return a % b; }
    static double dneg(double a) { return -a; }
    static int fcompare(float a, float b) { return (a < b ? 1 : 0) | (a <= b ? 2 : 0) | (a == b ? 4 : 0) | (a > b ? 8 : 0) | (a >= b ? 16 : 0) | (a != b ? 32 : 0); }
    static int dcompare(double a, double b) { return (a < b ? 1 : 0) | (a <= b ? 2 : 0) | (a == b ? 4 : 0) | (a > b ? 8 : 0) | (a >= b ? 16 : 0) | (a != b ? 32 : 0); }
    static int icompare(int a, int b) { return (a < b ? 1 : 0) | (a <= b ? 2 : 0) | (a == b ? 4 : 0) | (a > b ? 8 : 0) | (a >= b ? 16 : 0) | (a != b ? 32 : 0); }
    static int zcompare(int a) { return (a < 0 ? 1 : 0) | (a <= 0 ? 2 : 0) | (a == 0 ? 4 : 0) | (a > 0 ? 8 : 0) | (a >= 0 ? 16 : 0) | (a != 0 ? 32 : 0); }
    static long i2l(int a) { return a; }
    static float i2f(int a) { return a; }
    static double i2d(int a) { return a; }
    static int l2i(long a) { return (int) a; }
    static float l2f(long a) { return a; }
    static double l2d(long a) { return a; }
    static int f2i(float a) { return (int) a; }
    static long f2l(float a) { return (long) a; }
    static double f2d(float a) { return a; }
    static int d2i(double a) { return (int) a; }
    static long d2l(double a) { return (long) a; }
    static float d2f(double a) { return (float) a; }
    static int i2b(int a) { return (byte) a; }
    static int i2c(int a) { return (char) a; }
    static int i2s(int a) { return (short) a; }
}
