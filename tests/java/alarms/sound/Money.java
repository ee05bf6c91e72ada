package sound;

import java.util.Objects;

/** An amount of money in some currency. */
public record Money(long cents, Currency currency) {
    /** Currencies, and how many cents they have. */
    public enum Currency {
        EURO(100), YEN(1), DINAR(1000);

        private final int parts;

        Currency(int parts) {
            this.parts = parts;
        }
    }

    public Money {
        Objects.requireNonNull(currency);
    }

    public long whole() {
        return cents / currency.parts;
    }

    public long rest() {
        return cents % currency.parts;
    }

    public Money plus(Money other) {
        if (other == null || other.currency != currency) {
            throw new IllegalArgumentException("currency");
        }
        return new Money(cents + other.cents, currency);
    }

    public Money[] split(int ways) {
        if (ways < 1 || ways > 10) {
            throw new IllegalArgumentException("ways");
        }
        Money[] parts = new Money[ways];
        for (int i = 0; i < ways; i++) {
            parts[i] = new Money(cents / ways + (i == 0 ? cents % ways : 0), currency);
        }
        return parts;
    }

    public String sign() {
        return currency.name().substring(0, 1);
    }
}
