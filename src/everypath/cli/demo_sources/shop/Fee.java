package shop;

/** What delivery costs. */
public final class Fee {
    private Fee() {
    }

    /** The share of the delivery fee for each item that is kept, in cents. */
    public static int perItem(int fee, int ordered, int returned) {
        if (ordered <= 0 || returned < 0 || returned > ordered) {
            throw new IllegalArgumentException("ordered " + ordered + ", returned " + returned);
        }
        return fee / (ordered - returned);
    }

    /** An amount in cents. */
    public static int cents(int euros) {
        if (euros < 0) {
            throw new IllegalArgumentException("negative amount");
        }
        int cents = euros * 100;
        assert cents >= euros : "lost money";
        return cents;
    }
}
