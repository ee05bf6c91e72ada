package shop;

import java.util.function.IntUnaryOperator;

public class Orders {
    private int rate;

    public void setRate(int rate) {
        this.rate = rate;
    }

    public static int share(int total, int parts) {
        return total / parts;
    }

    public static int twice(int total, int parts, int rest) {
        int one = total / parts;
        return one + total / rest;
    }

    public int discount(int price) {
        return price % (rate - 3);
    }

    public static int pick(int[] prices, int at) {
        return prices[at];
    }

    public static int applied(int x) {
        IntUnaryOperator inverse = y -> 100 / (y - 7);
        return inverse.applyAsInt(x);
    }

    public static int nested(int x) {
        IntUnaryOperator inverse = new IntUnaryOperator() {
            @Override
            public int applyAsInt(int y) {
                return 50 / (y + 1);
            }
        };
        return inverse.applyAsInt(x);
    }

    public static void refuse(int x) {
        if (x > 5) {
            throw new RuntimeException("too much");
        }
    }
}
