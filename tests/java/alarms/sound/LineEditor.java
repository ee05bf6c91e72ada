package sound;

/** A line of text with a cursor in it. */
public class LineEditor {
    private String line = "";
    private int cursor;
    private int mark = -1;

    public void type(char c) {
        line = line.substring(0, cursor) + c + line.substring(cursor);
        cursor++;
        mark = -1;
    }

    public void left() {
        if (cursor > 0) {
            cursor--;
        }
    }

    public void right() {
        if (cursor < line.length()) {
            cursor++;
        }
    }

    public void backspace() {
        if (cursor == 0) {
            return;
        }
        line = line.substring(0, cursor - 1) + line.substring(cursor);
        cursor--;
        mark = -1;
    }

    public char under() {
        return cursor == line.length() ? ' ' : line.charAt(cursor);
    }

    public void mark() {
        mark = cursor;
    }

    public String selection() {
        if (mark < 0) {
            return "";
        }
        return mark < cursor ? line.substring(mark, cursor) : line.substring(cursor, mark);
    }

    public char before() {
        if (cursor == 0) {
            throw new IllegalStateException();
        }
        return line.charAt(cursor - 1);
    }
}
