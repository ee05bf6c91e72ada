package sound;

/** A part of a text, from a place to another. */
public record Span(int start, int end) {
    public Span {
        if (start < 0 || end < start) {
            throw new IllegalArgumentException(start + ".." + end);
        }
    }

    public int length() {
        return end - start;
    }

    public String of(String text) {
        if (text == null || end > text.length()) {
            throw new IllegalArgumentException("outside");
        }
        return text.substring(start, end);
    }

    public char[] room() {
        if (length() > 100) {
            throw new IllegalStateException("long");
        }
        return new char[length()];
    }

    public Span shifted(int by) {
        if (by < 0 || end > Integer.MAX_VALUE - by) {
            throw new IllegalArgumentException();
        }
        return new Span(start + by, end + by);
    }

    public int perCall(int work) {
        return length() == 0 ? 0 : work / length();
    }
}
