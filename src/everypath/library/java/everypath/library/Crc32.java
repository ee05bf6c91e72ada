package everypath.library;

/** The natives of {@code java.util.zip.CRC32}, bit by bit and without branches on the data. */
final class Crc32 {
    private Crc32() {}

    static int update(int crc, int b) {
        int rest = ~crc ^ (b & 0xFF);
        for (int i = 0; i < 8; i++) {
            rest = rest >>> 1 ^ 0xEDB88320 & -(rest & 1);
        }
        return ~rest;
    }

    static int updateBytes0(int crc, byte[] bytes, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            crc = update(crc, bytes[i]);
        }
        return crc;
    }
}
