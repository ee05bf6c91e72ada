package sound;

/** A number that stays between two bounds. */
public class Gauge {
    private final int low;
    private final int high;
    private int value;

    public Gauge(int low, int high) {
        if (low >= high) {
            throw new IllegalArgumentException("low >= high");
        }
        this.low = low;
        this.high = high;
        this.value = low;
    }

    public void up() {
        if (value < high) {
            value++;
        }
    }

    public void down() {
        if (value > low) {
            value--;
        }
    }

    public void set(int wanted) {
        value = Math.max(low, Math.min(high, wanted));
    }

    public long percent() {
        return ((long) value - low) * 100 / ((long) high - low);
    }

    public long stepsOf(int step) {
        if (step < 1) {
            throw new IllegalArgumentException("step");
        }
        return ((long) high - low) / step;
    }

    public void check() {
        assert value >= low && value <= high;
    }
}
