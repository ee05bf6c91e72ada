package domain;

/** Objects that are in a state only after certain calls. */
public final class Reached {
    private Reached() {
    }

    /** One value of many, by a setter; the constructor checks a text in a loop. */
    public static final class Limit {
        private final String name;
        private int count = -1;

        public Limit(String name) {
            for (int at = 0; name != null && at < name.length(); at++) {
                if (!Character.isLetter(name.charAt(at))) {
                    throw new IllegalArgumentException("no letter");
                }
            }
            this.name = name;
        }

        public void setCount(int count) {
            this.count = count;
        }

        public boolean isLimited() {
            return count > 0 || count == -2;
        }

        public String name() {
            return name;
        }
    }

    /** Two calls in their order, each of which reads the clock. */
    public static final class Watch {
        private enum State {
            NEW, RUNNING, STOPPED
        }

        private State state = State.NEW;
        private long started;
        private long stopped;

        public void start() {
            if (state != State.NEW) {
                throw new IllegalStateException("started before");
            }
            started = System.nanoTime();
            state = State.RUNNING;
        }

        public void stop() {
            if (state != State.RUNNING) {
                throw new IllegalStateException("not running");
            }
            stopped = System.nanoTime();
            state = State.STOPPED;
        }

        public long total() {
            return stopped - started;
        }

        public boolean isOver() {
            return state == State.STOPPED;
        }
    }

    /** What the constructor leaves out, a builder gives. */
    public static final class Note {
        private final String text;
        private boolean isOld;

        public Note(String text) {
            this.text = text;
        }

        public static Builder builder(String text) {
            return new Builder(text);
        }

        public String text() {
            return isOld ? "old" : text;
        }

        /** Makes notes. */
        public static final class Builder {
            private final String text;
            private boolean isOld;

            private Builder(String text) {
                this.text = text;
            }

            public Builder old() {
                isOld = true;
                return this;
            }

            public Note build() {
                if (text == null || text.isEmpty()) {
                    throw new IllegalArgumentException("no text");
                }
                Note note = new Note(text);
                note.isOld = isOld;
                return note;
            }
        }
    }

    /** A long array that is known. */
    public static final class Table {
        private final byte[] values = new byte[100];

        public Table(int first) {
            values[70] = 7;
            values[71] = (byte) first;
        }

        public boolean isSet(int at) {
            return at >= 0 && at < values.length && values[at] != 0;
        }
    }
}
