package sound;

/** Lights that change in one order. */
public enum Light {
    RED(30),
    GREEN(20),
    YELLOW(5);

    private static final String[] NAMES = {"stop", "go", "wait"};

    private final int seconds;

    Light(int seconds) {
        this.seconds = seconds;
    }

    public Light next() {
        return values()[(ordinal() + 1) % values().length];
    }

    public String label() {
        return NAMES[ordinal()];
    }

    public int perHour() {
        return 3600 / seconds;
    }

    public boolean mayGo() {
        return switch (this) {
            case GREEN -> true;
            case RED, YELLOW -> false;
        };
    }

    public static Light ofSeconds(int seconds) {
        for (Light each : values()) {
            if (each.seconds == seconds) {
                return each;
            }
        }
        throw new IllegalArgumentException("no light of " + seconds);
    }

    public static Light after(Light first, int steps) {
        if (first == null || steps < 0) {
            throw new IllegalArgumentException();
        }
        return values()[(first.ordinal() + steps % 3) % 3];
    }
}
