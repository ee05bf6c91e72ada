package pool;

/** Its builder inherits a setter that returns the type of the subclass, by its generics alone. */
public final class Parcel {
    private final int weight;
    private final boolean fragile;

    private Parcel(Builder builder) {
        weight = builder.weight;
        fragile = builder.fragile;
    }

    // goal: branches
    public int fee() {
        if (fragile && weight == 12) {
            return 100; // goal: reach
        }
        return weight; // goal: reach
    }

    public abstract static class Base<T extends Base<T>> {
        protected int weight;

        public T weight(int weight) {
            this.weight = weight;
            return self();
        }

        protected abstract T self();
    }

    public static final class Builder extends Base<Builder> {
        private boolean fragile;

        public Builder fragile(boolean fragile) {
            this.fragile = fragile;
            return this;
        }

        @Override
        protected Builder self() {
            return this;
        }

        public Parcel build() {
            return new Parcel(this);
        }
    }
}
