package explored;

/** What calls that fill it do is much; what comes after is little. */
public class Crates {
    private int[] slots;
    private int used;

    public Crates(int room) {
        if (room < 0) {
            throw new IllegalArgumentException("room");
        }
        slots = new int[room];
    }

    public void fill(int kind) {
        if (used == slots.length) {
            grow(2);
        }
        int size = kind % 7 == 3 ? 1 : kind > 100 ? 2 : kind < -100 ? 3 : kind == 17 ? 4 : (kind & 64) != 0 ? 5 : 6;
        slots[used++] = size;
    }

    /** The last of it; no crate comes near the largest size. */
    public int last(int otherwise) {
        if (used == slots.length) {
            grow(1);
        }
        return used == 0 ? otherwise : slots[used - 1];
    }

    private void grow(int by) {
        int size = slots.length + by;
        if (size < 0 || used > slots.length) {
            throw new IllegalStateException("too large");
        }
        int[] larger = new int[size];
        for (int at = 0; at < used; at++) {
            larger[at] = slots[at];
        }
        slots = larger;
    }
}
