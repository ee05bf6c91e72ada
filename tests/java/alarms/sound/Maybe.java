package sound;

import java.util.NoSuchElementException;
import java.util.Objects;

/** A value or nothing. */
public final class Maybe<T> {
    private static final Maybe<?> NONE = new Maybe<>(null);

    private final T value;

    private Maybe(T value) {
        this.value = value;
    }

    public static <T> Maybe<T> some(T value) {
        return new Maybe<>(Objects.requireNonNull(value));
    }

    @SuppressWarnings("unchecked")
    public static <T> Maybe<T> none() {
        return (Maybe<T>) NONE;
    }

    public boolean isSome() {
        return value != null;
    }

    public T get() {
        if (value == null) {
            throw new NoSuchElementException("nothing");
        }
        return value;
    }

    public T orElse(T other) {
        return isSome() ? value : other;
    }

    public boolean holds(Object other) {
        return isSome() && value.equals(other);
    }

    @Override
    public int hashCode() {
        return isSome() ? value.hashCode() : 0;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Maybe<?> maybe && Objects.equals(value, maybe.value);
    }
}
