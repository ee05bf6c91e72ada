package receivers;

/** A type parameter with a bound, which a class that the caller names need not keep to. */
public final class Kinds {
    public static <T extends Number> boolean isLong(Class<T> kind) {
        return kind.getName().length() > 18;
    }
}
