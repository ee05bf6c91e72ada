package sound;

/** Counts values by their height. */
public class Histogram {
    private final int width;
    private final int[] buckets;
    private int total;

    public Histogram(int width, int count) {
        if (width < 1 || count < 1 || count > 50) {
            throw new IllegalArgumentException();
        }
        this.width = width;
        this.buckets = new int[count];
    }

    public void add(int value) {
        if (value < 0) {
            throw new IllegalArgumentException("negative");
        }
        int bucket = Math.min(value / width, buckets.length - 1);
        buckets[bucket]++;
        total++;
    }

    public int countAt(int value) {
        int bucket = value / width;
        return bucket < 0 || bucket >= buckets.length ? 0 : buckets[bucket];
    }

    public int percent(int bucket) {
        if (bucket < 0 || bucket >= buckets.length) {
            throw new IndexOutOfBoundsException(bucket);
        }
        return total == 0 ? 0 : (int) (buckets[bucket] * 100L / total);
    }

    public int highest() {
        int best = 0;
        for (int i = 1; i < buckets.length; i++) {
            if (buckets[i] > buckets[best]) {
                best = i;
            }
        }
        return best;
    }

    public int last() {
        return buckets[buckets.length - 1];
    }
}
