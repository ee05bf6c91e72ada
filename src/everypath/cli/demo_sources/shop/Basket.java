package shop;

/** The prices of what a customer wants to buy, in cents. */
public final class Basket {
    private final int[] prices;
    private int size;

    /** A basket with room for this many items. */
    public Basket(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException("negative capacity");
        }
        prices = new int[capacity];
    }

    /** Puts one more item into the basket; says whether there was room for it. */
    public boolean add(int price) {
        if (size > prices.length) {
            return false;
        }
        prices[size++] = price;
        return true;
    }

    /** The sum of all prices. */
    public long total() {
        long total = 0;
        for (int i = 0; i < size; i++) {
            total += prices[i];
        }
        return total;
    }
}
