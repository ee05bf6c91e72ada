package sound;

/** A pizza, made by its builder. */
public final class Pizza {
    private final int size;
    private final String dough;
    private final String[] toppings;

    private Pizza(Builder builder) {
        size = builder.size;
        dough = builder.dough;
        toppings = java.util.Arrays.copyOf(builder.toppings, builder.count);
    }

    public int pricePerSlice() {
        return (500 + 100 * toppings.length) / size;
    }

    public String firstTopping() {
        return toppings.length == 0 ? "none" : toppings[0].toLowerCase();
    }

    public String label() {
        return dough.trim() + size;
    }

    /** Makes pizzas. */
    public static final class Builder {
        private int size = 4;
        private String dough = "thin";
        private final String[] toppings = new String[3];
        private int count;

        public Builder size(int slices) {
            if (slices < 1) {
                throw new IllegalArgumentException("slices");
            }
            size = slices;
            return this;
        }

        public Builder dough(String name) {
            dough = name == null ? "thin" : name;
            return this;
        }

        public Builder topping(String name) {
            if (name == null || count == toppings.length) {
                throw new IllegalArgumentException("topping");
            }
            toppings[count++] = name;
            return this;
        }

        public Pizza build() {
            return new Pizza(this);
        }
    }
}
