package everypath.library;

/** The natives of object streams: arrays of floating-point numbers as bytes, the most significant first. */
final class Serials {
    private Serials() {}

    static void floatsToBytes(float[] from, int at, byte[] into, int position, int count) {
        for (int i = 0; i < count; i++) {
            int bits = Float.floatToIntBits(from[at + i]);
            for (int shift = 24; shift >= 0; shift -= 8) {
                into[position++] = (byte) (bits >> shift);
            }
        }
    }

    static void doublesToBytes(double[] from, int at, byte[] into, int position, int count) {
        for (int i = 0; i < count; i++) {
            long bits = Double.doubleToLongBits(from[at + i]);
            for (int shift = 56; shift >= 0; shift -= 8) {
                into[position++] = (byte) (bits >> shift);
            }
        }
    }

    static void bytesToFloats(byte[] from, int at, float[] into, int position, int count) {
        for (int i = 0; i < count; i++) {
            int bits = 0;
            for (int j = 0; j < 4; j++) {
                bits = bits << 8 | from[at++] & 0xFF;
            }
            into[position + i] = Float.intBitsToFloat(bits);
        }
    }

    static void bytesToDoubles(byte[] from, int at, double[] into, int position, int count) {
        for (int i = 0; i < count; i++) {
            long bits = 0;
            for (int j = 0; j < 8; j++) {
                bits = bits << 8 | from[at++] & 0xFF;
            }
            into[position + i] = Double.longBitsToDouble(bits);
        }
    }
}
