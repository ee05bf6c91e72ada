package pool;

/** Only its builder makes one, and that refuses what is not sound. */
public final class Order {
    private final String name;
    private final int count;
    private final boolean express;

    private Order(Builder builder) {
        name = builder.name;
        count = builder.count;
        express = builder.express;
    }

    public static Builder builder() {
        return new Builder();
    }

    // goal: branches
    public int price() {
        if (express && count > 10) {
            return count * 3; // goal: reach
        }
        return count; // goal: reach
    }

    // goal: branches
    public String label() {
        if (name == null) {
            return "none"; // goal: reach
        }
        if (name.equals("gift")) {
            return "*"; // goal: reach
        }
        return name; // goal: reach
    }

    public static int share(Order order, int people) {
        if (order.count == 7) {
            return order.count / people; // goal: throws java.lang.ArithmeticException
        }
        return people; // goal: reach
    }

    public static final class Builder {
        private String name;
        private int count = 1;
        private boolean express;

        private Builder() {}

        public Builder name(String name) {
            this.name = name;
            return this;
        }

        public Builder count(int count) {
            this.count = count;
            return this;
        }

        public Builder express() {
            express = true;
            return this;
        }

        public Order build() {
            if (count < 1) {
                throw new IllegalStateException("count");
            }
            return new Order(this);
        }
    }
}
