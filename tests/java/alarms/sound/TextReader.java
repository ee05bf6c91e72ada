package sound;

import java.util.Objects;

/** Reads a text from its beginning to its end. */
public class TextReader {
    private final String text;
    private int position;

    public TextReader(String text) {
        this.text = Objects.requireNonNull(text, "text");
    }

    public boolean hasMore() {
        return position < text.length();
    }

    public char next() {
        if (!hasMore()) {
            throw new IllegalStateException("at the end");
        }
        return text.charAt(position++);
    }

    public int peek() {
        return hasMore() ? text.charAt(position) : -1;
    }

    public int number() {
        int value = 0;
        while (hasMore() && Character.isDigit(peek()) && value < 100_000) {
            value = value * 10 + Character.digit(next(), 10);
        }
        return value;
    }

    public void back() {
        if (position > 0) {
            position--;
        }
    }

    public String rest() {
        return text.substring(position);
    }

    public char last() {
        if (position == 0) {
            throw new IllegalStateException("at the start");
        }
        return text.charAt(position - 1);
    }
}
