package pool;

/** Immutable: what changes it is a new object. */
public final class Money {
    private final long amount;
    private final String currency;
    private final int scale;

    private Money(long amount, String currency, int scale) {
        this.amount = amount;
        this.currency = currency;
        this.scale = scale;
    }

    public static Money zero() {
        return new Money(0, "EUR", 2);
    }

    public Money withAmount(long amount) {
        return new Money(amount, currency, scale);
    }

    public Money withScale(int scale) {
        if (scale < 0) {
            throw new IllegalArgumentException("scale"); // goal: throws java.lang.IllegalArgumentException
        }
        return new Money(amount, currency, scale);
    }

    public long units() {
        if (amount > 100 && scale == 0) {
            return amount; // goal: reach
        }
        return amount / scale; // goal: throws java.lang.ArithmeticException
    }

    // goal: branches
    public boolean isZero() {
        return amount == 0;
    }
}
