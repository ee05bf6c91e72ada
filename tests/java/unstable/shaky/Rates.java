package shaky;

/** What its methods return is right as long as no other thread is in one of them. */
public final class Rates {
    private static int rate;

    private Rates() {}

    public static int charged(int amount) {
        rate = amount > 100 ? 2 : 5;
        int fee = 0;
        for (int part = 0; part < 3; part++) {
            fee += amount * rate;
        }
        return fee;
    }

    public static int plain(int amount) {
        return amount + 1;
    }
}
