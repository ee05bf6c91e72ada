package pool;

/** Coins come from a press, a factory that is an object. */
public final class Coin {
    private final int value;
    private final int year;
    private boolean worn;

    private Coin(int value, int year) {
        this.value = value;
        this.year = year;
    }

    public void wear() {
        worn = true;
    }

    // goal: branches
    public int worth() {
        if (worn) {
            return 0; // goal: reach
        }
        if (year < 1900) {
            return value * 10; // goal: reach
        }
        return value; // goal: reach
    }

    public static final class Press {
        private final int year;

        public Press(int year) {
            this.year = year;
        }

        public Coin strike(int value) {
            if (value <= 0) {
                throw new IllegalArgumentException("value");
            }
            return new Coin(value, year);
        }
    }
}
