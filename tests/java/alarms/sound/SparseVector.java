package sound;

/** A vector of which most places are zero. */
public class SparseVector {
    private final int length;
    private final int[] places = new int[5];
    private final int[] values = new int[5];
    private int used;

    public SparseVector(int length) {
        if (length <= 0) {
            throw new IllegalArgumentException("length");
        }
        this.length = length;
    }

    public void set(int place, int value) {
        if (place < 0 || place >= length) {
            throw new IndexOutOfBoundsException(place);
        }
        for (int i = 0; i < used; i++) {
            if (places[i] == place) {
                values[i] = value;
                return;
            }
        }
        if (used == places.length) {
            throw new IllegalStateException("full");
        }
        places[used] = place;
        values[used++] = value;
    }

    public int get(int place) {
        for (int i = 0; i < used; i++) {
            if (places[i] == place) {
                return values[i];
            }
        }
        return 0;
    }

    public int density() {
        return (int) (used * 100L / length);
    }

    public int dot(SparseVector other) {
        if (other == null || other.length != length) {
            throw new IllegalArgumentException();
        }
        int sum = 0;
        for (int i = 0; i < used; i++) {
            sum += values[i] * other.get(places[i]);
        }
        return sum;
    }

    public int last() {
        return used > 0 ? places[used - 1] : -1;
    }
}
