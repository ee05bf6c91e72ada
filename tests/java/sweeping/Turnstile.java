package sweeping;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** States that are several calls away, made by builders, enums, nested classes and generic arguments. */
public class Turnstile {
    /** What it takes. */
    public enum Coin { PENNY, DIME, TOKEN }

    private final List<Coin> coins = new ArrayList<>();
    private final int price;
    private boolean open;

    private Turnstile(int price) {
        this.price = price;
    }

    static Builder builder() {
        return new Builder();
    }

    static class Builder {
        private int price = 1;

        Builder price(int wanted) {
            if (wanted < 1) {
                throw new IllegalArgumentException("too cheap");
            }
            price = wanted;
            return this;
        }

        Turnstile build() {
            return new Turnstile(price);
        }
    }

    private static class Secret {
        static int uncalled(int x) {
            return x > 3 ? 1 : 2;
        }
    }

    private int hidden(int x) {
        return x > 7 ? Secret.uncalled(x) : 0;
    }

    public boolean insert(Coin coin) {
        if (coin == Coin.TOKEN) {
            open = true;
        } else if (coin == null) {
            return false;
        } else {
            coins.add(coin);
            if (coins.size() > price + 1) {
                open = true;
            }
        }
        return true;
    }

    public String pass() {
        if (!open) {
            throw new IllegalStateException("closed");
        }
        open = false;
        return coins.isEmpty() ? "free" : "paid";
    }

    public int secretly(int x) {
        return hidden(x);
    }

    public static int twice(Supplier<Integer> number) {
        Integer value = number.get();
        if (value == null) {
            return 0;
        }
        return value > 5 ? 2 * value : value;
    }

    public static int counted(List<? extends Coin> coins) {
        int dimes = 0;
        for (Coin each : coins) {
            if (each == Coin.DIME) {
                dimes++;
            }
        }
        return dimes > 1 ? 1 : 0;
    }

    public static String command(String text) {
        if (text.startsWith("open:")) {
            return "opened";
        }
        switch (text) {
            case "shut":
                return "closed";
            case "status":
                return "unknown";
            default:
                return "";
        }
    }

    /** Needs its enclosing instance. */
    public class Arm {
        public int turn(int times) {
            return open ? times : -1;
        }
    }

    public Runnable reporter() {
        return new Runnable() {
            @Override
            public void run() {
                if (open) {
                    coins.clear();
                }
            }
        };
    }
}
