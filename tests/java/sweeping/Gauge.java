package sweeping;

/** A class that only code of others extends. */
public abstract class Gauge<T extends CharSequence> {
    private final int limit;

    protected Gauge(int limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("below zero");
        }
        this.limit = limit;
    }

    protected abstract int reading();

    abstract T unit();

    abstract void reset(T unit);

    public final String show() {
        int now = reading();
        if (now > limit) {
            return "over";
        }
        T unit = unit();
        reset(unit);
        return unit == null ? "?" : now + unit.toString();
    }
}
