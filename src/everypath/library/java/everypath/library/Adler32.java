package everypath.library;

/** The natives of {@code java.util.zip.Adler32}. */
final class Adler32 {
    private Adler32() {}

    static int update(int adler, int b) {
        int low = ((adler & 0xFFFF) + (b & 0xFF)) % 65521;
        return ((adler >>> 16) + low) % 65521 << 16 | low;
    }

    static int updateBytes(int adler, byte[] bytes, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            adler = update(adler, bytes[i]);
        }
        return adler;
    }
}
