package deep;

import java.util.List;

/** What a call leaves behind that throws. */
public class Left {
    private int size;
    private int hidden;
    private boolean open;
    int[] prices = new int[1];

    public int size() {
        return size;
    }

    public boolean isOpen() {
        return open;
    }

    public void add(int price) {
        if (price == 5) {
            throw new IllegalStateException("untouched");
        }
        open = true;
        if (price < 0) {
            throw new IllegalArgumentException("price");
        }
        prices[size++] = price;
    }

    public void hide(int number) {
        hidden = number;
        if (number == hidden) {
            throw new IllegalStateException("hidden");
        }
    }

    public static void fill(int[] into) {
        into[0] = 7;
        into[1] = 7;
    }

    public static void collect(List<String> into, String text) {
        into.add("x");
        into.get(text.length());
    }
}
