package com.acme.orders;

/** An order, made by its builder; each has a number of its own. */
public final class Order {
    private static int last;

    private final int number;
    private final String item;
    private final int amount;
    private final Integer price;

    private Order(Builder builder) {
        number = ++last;
        item = builder.item;
        amount = builder.amount;
        price = builder.price;
    }

    public static Builder of(String item) {
        return new Builder(item);
    }

    public int total() {
        return amount * price;
    }

    public boolean isLarge() {
        return amount >= 100 && item != null;
    }

    public static boolean isFirst() {
        return last == 0;
    }

    /** Collects what an order needs; the price may be forgotten. */
    public static final class Builder {
        private final String item;
        private int amount = 1;
        private Integer price;

        private Builder(String item) {
            this.item = item;
        }

        public Builder amount(int amount) {
            if (amount < 1) {
                throw new IllegalArgumentException("amount " + amount);
            }
            this.amount = amount;
            return this;
        }

        public Builder price(int price) {
            this.price = price;
            return this;
        }

        public Order build() {
            return new Order(this);
        }
    }
}
