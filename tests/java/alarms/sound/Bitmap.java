package sound;

/** A set of small numbers as bits. */
public class Bitmap {
    private final long[] words;
    private final int bits;

    public Bitmap(int bits) {
        if (bits < 1 || bits > 1000) {
            throw new IllegalArgumentException("bits");
        }
        this.bits = bits;
        this.words = new long[(bits + 63) / 64];
    }

    private int checked(int bit) {
        if (bit < 0 || bit >= bits) {
            throw new IndexOutOfBoundsException(bit);
        }
        return bit;
    }

    public boolean get(int bit) {
        return (words[checked(bit) / 64] & 1L << bit) != 0;
    }

    public void set(int bit) {
        words[checked(bit) / 64] |= 1L << bit;
    }

    public void flip(int bit) {
        words[checked(bit) >> 6] ^= 1L << bit;
    }

    public boolean last() {
        return get(bits - 1);
    }

    public int first() {
        for (int i = 0; i < words.length; i++) {
            if (words[i] != 0) {
                return i * 64 + Long.numberOfTrailingZeros(words[i]);
            }
        }
        return -1;
    }

    public void union(Bitmap other) {
        if (other.bits != bits) {
            throw new IllegalArgumentException("other size");
        }
        for (int i = 0; i < words.length; i++) {
            words[i] |= other.words[i];
        }
    }
}
