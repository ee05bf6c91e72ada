package sound;

/** Whole numbers from low to high, both included. */
public final class Interval {
    private final int low;
    private final int high;

    private Interval(int low, int high) {
        this.low = low;
        this.high = high;
    }

    public static Interval of(int low, int high) {
        if (low > high) {
            throw new IllegalArgumentException("low > high");
        }
        return new Interval(low, high);
    }

    public boolean contains(int value) {
        return low <= value && value <= high;
    }

    public long size() {
        return (long) high - low + 1;
    }

    public int clamp(int value) {
        return value < low ? low : Math.min(value, high);
    }

    public long share(long total) {
        return total / size();
    }

    public int wrap(int value) {
        return (int) (low + Math.floorMod(value - (long) low, size()));
    }

    public Interval meet(Interval other) {
        int from = Math.max(low, other.low);
        int to = Math.min(high, other.high);
        return from > to ? null : of(from, to);
    }

    public int[] values() {
        if (size() > 100) {
            throw new IllegalStateException("too many");
        }
        int[] found = new int[(int) size()];
        for (int i = 0; i < found.length; i++) {
            found[i] = low + i;
        }
        return found;
    }
}
