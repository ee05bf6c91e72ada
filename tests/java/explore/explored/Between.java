package explored;

/** Whatever is ordered, between two others of its kind. */
public class Between<T extends Comparable<T>> {
    private final T low;
    private final T high;

    public Between(T low, T high) {
        if (low.compareTo(high) > 0) {
            throw new IllegalArgumentException();
        }
        this.low = low;
        this.high = high;
    }

    public boolean holds(T value) {
        return low.compareTo(value) <= 0 && value.compareTo(high) <= 0;
    }

    public boolean mixes(T value) {
        return low instanceof Integer && (Object) value instanceof String;
    }
}
