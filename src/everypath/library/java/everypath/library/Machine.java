package everypath.library;

/** What only the machine can do: every method here has a model. */
final class Machine {
    private Machine() {}

    /** {@code String.split} by a real regular expression, on constants. */
    static native String[] split(String text, String regex, int limit);

    /** The number itself, known from here on: one path for each value. */
    static native int pick(int number);

    /** UTF-8. */
    static native byte[] encode(String text);

    static native byte[] unsupportedBytes(String text);

    static native String unsupportedFormat(String format);
}
