package mutated;

import java.util.List;

/** Code of which a test that only passes through it says little. */
public class Shop {
    private int sold;
    private long earned;

    public int sold() {
        return sold;
    }

    public long earned() {
        return earned;
    }

    /** Ten and more are cheaper. */
    public static int price(int count) {
        return count >= 10 ? count * 9 : count * 10;
    }

    /** The values from low to high, both included, below zero at most ten apart. */
    public static boolean within(int value, int low, int high) {
        return value >= low && value <= high;
    }

    public void sell(int count, long each) {
        note(count);
        earned += count * each;
    }

    private void note(int count) {
        sold += count;
    }

    static double half(double value) {
        return -value / 2.0;
    }

    static int down(int from) {
        int steps = 0;
        for (int at = from; at > 0; at--) {
            steps++;
        }
        return steps;
    }

    static void swap(long[] values, List<String> log) {
        System.arraycopy(values, 0, values, 1, 1);
        log.add("swapped");
    }

    static boolean same(Object left, Object right) {
        return left == right || left != null && left.equals(right);
    }

    static int bits(int a, long b) {
        return (a & 12 | a << 2 ^ a >>> 3) % 7 + (int) (b >> 1);
    }
}
