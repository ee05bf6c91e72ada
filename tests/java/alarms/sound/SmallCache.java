package sound;

/** Keeps the last few values by key. */
public class SmallCache {
    private static final int SIZE = 4;

    private final int[] keys = new int[SIZE];
    private final String[] values = new String[SIZE];
    private int used;
    private int oldest;

    public void put(int key, String value) {
        if (value == null) {
            throw new NullPointerException("value");
        }
        int at = find(key);
        if (at >= 0) {
            values[at] = value;
        } else if (used < SIZE) {
            keys[used] = key;
            values[used++] = value;
        } else {
            keys[oldest] = key;
            values[oldest] = value;
            oldest = (oldest + 1) % SIZE;
        }
    }

    private int find(int key) {
        for (int i = 0; i < used; i++) {
            if (keys[i] == key) {
                return i;
            }
        }
        return -1;
    }

    public String get(int key) {
        int at = find(key);
        return at < 0 ? null : values[at];
    }

    public int lengthOf(int key) {
        int at = find(key);
        return at < 0 ? -1 : values[at].length();
    }

    public int shared(int budget) {
        return used == 0 ? budget : budget / used;
    }

    public String oldest() {
        if (used < SIZE) {
            return used == 0 ? null : values[0].trim();
        }
        return values[oldest].trim();
    }

    public boolean isFull() {
        return used == SIZE;
    }
}
