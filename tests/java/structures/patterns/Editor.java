package structures.patterns;

/** Command: what was done can be undone, newest first. */
class Editor {

    private abstract static class Command {
        final Command before;

        Command(Command before) {
            this.before = before;
        }

        abstract int undo(int value);
    }

    private static final class Addition extends Command {
        final int amount;

        Addition(int amount, Command before) {
            super(before);
            this.amount = amount;
        }

        @Override
        int undo(int value) {
            return value - amount;
        }
    }

    private static final class Doubling extends Command {
        Doubling(Command before) {
            super(before);
        }

        @Override
        int undo(int value) {
            return value / 2;
        }
    }

    private int value;
    private Command newest;

    // goal: explored clean
    void add(int amount) {
        value += amount;
        newest = new Addition(amount, newest);          // goal: reach
    }

    // goal: explored clean
    void twice() {
        value *= 2;
        newest = new Doubling(newest);                  // goal: reach
    }

    /** Planted: there may be nothing to undo. */
    // goal: branches
    int undo() {
        value = newest.undo(value);                     // goal: throws java.lang.NullPointerException
        newest = newest.before;
        if (newest == null && value != 0) {
            return -1;                                  // goal: reach
        }
        return value;                                   // goal: reach
    }
}
