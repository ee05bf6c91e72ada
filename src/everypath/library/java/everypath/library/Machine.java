package everypath.library;

/** What only the machine can do: every method here has a model. */
final class Machine {
    private Machine() {}

    /** The number itself, known from here on: one path for each value. */
    static native int pick(int number);

    /** The index of the first line feed or carriage return from an index on, or -1. */
    static native int lineEnd(String text, int from);

    /** Whether all chars are ASCII. */
    static native boolean isAscii(String text);

    /** The chars of an ASCII text as bytes. */
    static native byte[] narrow(String text);

    /** The bytes of a part of an array as chars of Latin-1. */
    static native String latin1(byte[] bytes, int offset, int length);

    /** {@code Charset.isSupported}. */
    static native boolean isCharset(String name);

    static native byte[] unsupportedBytes(String charset);

    /** {@code String.format}, asked of the JDK. */
    static native String format(String format, Object[] arguments);

    /** The text with a char added at one side, until it has the width. */
    static native String pad(String text, char with, int width, boolean atEnd);

    /** Whether this JDK names all flags that do not fit, and not only the first. */
    static native boolean namesAllFlags();

    /** Whether this JDK looks at the other string of {@code regionMatches} before the offsets. */
    static native boolean needsOtherFirst();

    /** Ends the path. */
    static native void unsupported(String what);
}
