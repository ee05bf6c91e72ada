package elsewhere;

/** Code with {@code assert} statements: what fails with {@code -ea} goes on without. */
public final class Checked {
    private int total;

    public static int half(int even) {
        assert even % 2 == 0 : "odd";
        return even / 2;
    }

    public static boolean isEnabled() {
        boolean enabled = false;
        assert enabled = true;
        return enabled;
    }

    public int add(int amount) {
        assert count(amount) > 0;
        return total;
    }

    private int count(int amount) {
        total += amount;
        return 1;
    }

    public static int explicit(int known) {
        if (known != 7) {
            throw new AssertionError("unknown");
        }
        return known;
    }
}
