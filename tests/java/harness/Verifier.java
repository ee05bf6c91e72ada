/** Sources of unknown values, as verification harnesses use them. */
public final class Verifier {
    private Verifier() {}

    public static native int nondetInt();

    public static native boolean nondetBoolean();

    public static native char nondetChar();

    public static long nondetLong() {
        return System.nanoTime();
    }

    public static String nondetString() {
        return "";
    }
}
