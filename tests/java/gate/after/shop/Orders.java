package shop;

import java.util.function.IntUnaryOperator;

/** The same bugs, in a file that was edited around them. */
public class Orders {
    /** Moved to the top. */
    public static void refuse(int amount) {
        boolean tooMuch = amount > 5;
        if (tooMuch) {
            throw new RuntimeException("too much");
        }
    }

    public static int early(int x) {
        IntUnaryOperator next = y -> y + 1;
        IntUnaryOperator first = new IntUnaryOperator() {
            @Override
            public int applyAsInt(int y) {
                return y - 1;
            }
        };
        return next.applyAsInt(first.applyAsInt(x));
    }

    public static int nested(int x) {
        IntUnaryOperator inverse = new IntUnaryOperator() {
            @Override
            public int applyAsInt(int y) {
                return 50
                        / (y + 1);
            }
        };
        return inverse.applyAsInt(x);
    }

    public static int applied(int x) {
        IntUnaryOperator inverse = y -> 100 / (y - 7);
        return inverse.applyAsInt(x);
    }

    private int rate;
    private String name = "orders";

    public String name() {
        return name;
    }

    public void setRate(int rate) {
        this.rate = rate;
    }

    public int discount(int price) {
        int before = price;
        price = before + 0;
        return price % (rate - 3);
    }

    public static int twice(int total, int parts, int rest) {
        int doubled = 2 * total;
        int one = total / parts;
        return doubled - doubled + one + total / rest;
    }

    public static int pick(int[] prices, int at) {
        // which one?
        return prices[at];
    }

    public static int share(int sum, int people) {
        return sum / people;
    }
}
