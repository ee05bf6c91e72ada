/** Mathematics, bits and boxes. */
class NumberSubjects {
    static int abs(int a) { return Math.abs(a); }
    static long absLong(long a) { return Math.abs(a); }
    static float absFloat(float a) { return Math.abs(a); }
    static double absDouble(double a) { return Math.abs(a); }
    static int min(int a, int b) { return Math.min(a, b); }
    static long max(long a, long b) { return Math.max(a, b); }
    static double minDouble(double a, double b) { return Math.min(a, b); }
    static double maxDouble(double a, double b) { return Math.max(a, b); }
    static float minFloat(float a, float b) { return Math.min(a, b); }
    static float maxFloat(float a, float b) { return Math.max(a, b); }
    static int floorDiv(int a, int b) { return Math.floorDiv(a, b); }
    static int floorMod(int a, int b) { return Math.floorMod(a, b); }
    static long floorDivLong(long a, long b) { return Math.floorDiv(a, b); }
    static long floorModLong(long a, long b) { return Math.floorMod(a, b); }
    static long floorDivMixed(long a, int b) { return Math.floorDiv(a, b); }
    static long floorDivOfRemainder(long a) { return Math.addExact(5L, Math.floorDiv(a % 1000 * 1000000, 1000000000L)); }
    static int floorModMixed(long a, int b) { return Math.floorMod(a, b); }
    static int addExact(int a, int b) { return Math.addExact(a, b); }
    static long addExactLong(long a, long b) { return Math.addExact(a, b); }
    static int subtractExact(int a, int b) { return Math.subtractExact(a, b); }
    static long subtractExactLong(long a, long b) { return Math.subtractExact(a, b); }
    static int multiplyExact(int a, int b) { return Math.multiplyExact(a, b); }
    static long multiplyExactLong(long a, byte b) { return Math.multiplyExact(a, (long) b); }
    static int negateExact(int a) { return Math.negateExact(a); }
    static int incrementExact(int a) { return Math.incrementExact(a); }
    static long decrementExact(long a) { return Math.decrementExact(a); }
    static int toIntExact(long a) { return Math.toIntExact(a); }
    static double signum(double a) { return Math.signum(a); }
    static float signumFloat(float a) { return Math.signum(a); }
    static double sqrt(double a) { return Math.sqrt(a); }
    static double floor(double a) { return Math.floor(a); }
    static double ceil(double a) { return Math.ceil(a); }
    static double rint(double a) { return Math.rint(a); }
    static long round(double a) { return Math.round(a); }
    static int roundFloat(float a) { return Math.round(a); }
    static double sine(double a) { return Math.sin(a); }
    static double strictPow(double a, double b) { return StrictMath.pow(a, b); }
    static double hypot(double a, double b) { return Math.hypot(a, b); }
    static double copySign(double a, double b) { return Math.copySign(a, b); }
    static int exponent(double a) { return Math.getExponent(a); }
    static boolean isNaN(double a) { return Double.isNaN(a); }
    static boolean isInfinite(float a) { return Float.isInfinite(a); }
    static boolean isFinite(double a) { return Double.isFinite(a); }
    static long bits(double a) { return Double.doubleToLongBits(a); }
    static int bitsFloat(float a) { return Float.floatToIntBits(a); }
    static double fromBits(long a) { return Double.longBitsToDouble(a); }
    static int compareDouble(double a, double b) { return Double.compare(a, b); }
    static int compareFloat(float a, float b) { return Float.compare(a, b); }
    static String doubleText(double a) { return Double.toString(a); }
    static String floatText(float a) { return String.valueOf(a); }
    static int doubleHash(double a) { return Double.hashCode(a); }
    static int parse(String s) { return Integer.parseInt(s); }
    static long parseLong(String s) { return Long.parseLong(s); }
    static int parseRadix(String s) { return Integer.parseInt(s, 16); }
    static double parseDouble(String s) { return Double.parseDouble(s); }
    static boolean parseBoolean(String s) { return Boolean.parseBoolean(s); }
    static int roundTrip(int i) { return Integer.parseInt(Integer.toString(i)); }
    static String radix(int i) { return Integer.toString(i, 7); }
    static String hex(int i) { return Integer.toHexString(i); }
    static String binaryOfByte(byte i) { return Integer.toBinaryString(i & 15); }
    static String octal(long i) { return Long.toOctalString(i); }
    static int bitCount(int i) { return Integer.bitCount(i); }
    static int highest(int i) { return Integer.highestOneBit(i); }
    static int leading(long i) { return Long.numberOfLeadingZeros(i); }
    static int trailing(int i) { return Integer.numberOfTrailingZeros(i); }
    static int reversed(int i) { return Integer.reverse(i) ^ Integer.reverseBytes(i); }
    static int rotate(int i, int n) { return Integer.rotateLeft(i, n); }
    static int divideUnsigned(int a, int b) { return Integer.divideUnsigned(a, b); }
    static int compareUnsigned(int a, int b) { return Integer.compareUnsigned(a, b); }
    static int compareInt(int a, int b) { return Integer.compare(a, b); }
    static int boxed(int a) { Integer b = a; return b + b.hashCode(); }
    static boolean boxEquals(int a, long b) { return Integer.valueOf(a).equals((int) b); }
    static boolean boxSame(int a) { Integer x = a, y = a; return x == y; }
    static boolean boxSameOther(byte a, byte b) { Integer x = (int) a, y = (int) b; return x == y; }
    static boolean newBoxSame(int a) { Integer x = a; return x == new Integer(a); }
    static boolean charBox(char a) { Character x = a, y = a; return x == y; }
    static boolean booleanBox(boolean a) { Boolean x = a; return x == Boolean.TRUE; }
    static String boxText(short a) { Object o = a; return o + "|" + Long.valueOf(a); }
    static int decode(String s) { return Integer.decode(s); }
    static int toInt(double d) { return (int) d + Double.valueOf(d).intValue(); }
}
