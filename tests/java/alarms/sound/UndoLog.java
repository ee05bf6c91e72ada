package sound;

/** Text that can be taken back. */
public class UndoLog {
    private final String[] done = new String[8];
    private int count;
    private int undone;

    public void record(String text) {
        if (text == null) {
            throw new IllegalArgumentException();
        }
        if (count == done.length) {
            System.arraycopy(done, 1, done, 0, done.length - 1);
            count--;
        }
        done[count++] = text;
        undone = 0;
    }

    public String undo() {
        if (count == 0) {
            return null;
        }
        undone++;
        return done[--count];
    }

    public String redo() {
        if (undone == 0) {
            return null;
        }
        undone--;
        return done[count++].trim();
    }

    public int lastLength() {
        return count == 0 ? 0 : done[count - 1].length();
    }

    public boolean canRedo() {
        return undone > 0;
    }
}
