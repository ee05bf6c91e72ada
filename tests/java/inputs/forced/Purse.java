package forced;

import java.util.ArrayList;

/** Objects that their constructors keep in order, and code that doubts it. */
public class Purse {
    private final int limit;
    private int balance;
    private final int[] coins;
    private final Purse inner;

    public Purse(int limit) {
        this(limit, null);
    }

    public Purse(int limit, Purse inner) {
        if (limit <= 0) {
            throw new IllegalArgumentException("limit");
        }
        this.limit = limit;
        this.coins = new int[] {1, 2, 5};
        this.inner = inner;
    }

    public void add(int amount) {
        if (amount < 0 || amount > limit - balance) {
            throw new IllegalArgumentException("amount");
        }
        balance += amount;
    }

    /** No call gives a balance above the limit. */
    public int state() {
        if (balance > limit) {
            return -1;
        }
        return balance == limit ? 1 : 0;
    }

    /** The limit is never 0. */
    public int share() {
        return balance / limit;
    }

    /** There are three coins, none is 7. */
    public int coin(int at) {
        if (at < 0 || at > 2) {
            return 0;
        }
        return coins[at] == 7 ? 1 : 2;
    }

    /** Everything can be reached without force. */
    public boolean isLarge() {
        return limit > 1000;
    }

    /** A purse of negative limit inside another. */
    public static int depth(Purse purse) {
        if (purse == null || purse.inner == null) {
            return 0;
        }
        return purse.inner.limit < 0 ? purse.inner.balance == 3 ? 3 : 2 : 1;
    }

    /** The fields of a JDK class are never forced. */
    public static class Names extends ArrayList<String> {
        private int asked;

        public int ask() {
            if (asked < 0) {
                return -1;
            }
            return size();
        }
    }

    /** Records cannot be forced. */
    public record Range(int low, int high) {
        public Range {
            if (low > high) {
                throw new IllegalArgumentException("low > high");
            }
        }

        public int width() {
            return high < low ? -1 : high - low;
        }
    }
}
