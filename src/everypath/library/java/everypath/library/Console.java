package everypath.library;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Locale;

/**
 * {@code System.out} and {@code System.err}: what is printed is turned into text, as Java does. Models (the module
 * {@code console} of {@code library.runtime}) note the text in the place of the empty methods.
 */
final class Console extends PrintStream {
    private boolean isError; // true for System.err: set in the boot image

    private Console() {
        super((OutputStream) null);
    }

    @Override public void flush() {}

    @Override public void close() {}

    @Override public boolean checkError() {
        return false;
    }

    @Override public void write(int b) {}

    @Override public void write(byte[] bytes, int offset, int length) {}

    @Override public void write(byte[] bytes) {}

    @Override public void print(boolean value) {}

    @Override public void print(char value) {}

    @Override public void print(int value) {}

    @Override public void print(long value) {}

    @Override public void print(float value) {}

    @Override public void print(double value) {}

    @Override public void print(char[] value) {
        print(String.valueOf(value));
    }

    @Override public void print(String value) {}

    @Override public void print(Object value) {
        print(String.valueOf(value));
    }

    @Override public void println() {}

    @Override public void println(boolean value) {}

    @Override public void println(char value) {}

    @Override public void println(int value) {}

    @Override public void println(long value) {}

    @Override public void println(float value) {}

    @Override public void println(double value) {}

    @Override public void println(char[] value) {
        println(String.valueOf(value));
    }

    @Override public void println(String value) {}

    @Override public void println(Object value) {
        println(String.valueOf(value));
    }

    @Override public PrintStream printf(String format, Object... arguments) {
        return this;
    }

    @Override public PrintStream printf(Locale locale, String format, Object... arguments) {
        return this;
    }

    @Override public PrintStream format(String format, Object... arguments) {
        return this;
    }

    @Override public PrintStream format(Locale locale, String format, Object... arguments) {
        return this;
    }

    @Override public PrintStream append(CharSequence value) {
        return this;
    }

    @Override public PrintStream append(CharSequence value, int start, int end) {
        return this;
    }

    @Override public PrintStream append(char value) {
        return this;
    }
}
