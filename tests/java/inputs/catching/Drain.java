package catching;

import java.util.ArrayList;
import java.util.List;

/** Code that catches everything from its first instruction on, and objects that cannot always be set up. */
public class Drain {
    public interface Source { String next(); }

    private List<String> lines = new ArrayList<>();
    private final Source source;

    public Drain(Source source) {
        this.source = source;
    }

    public Drain collect() {
        String next = source.next();
        if (next.isEmpty()) {
            throw new IllegalStateException("dry");
        }
        lines.add(next);
        return this;
    }

    /** The handler of its finally uses the receiver again. */
    public int consume() {
        try {
            return lines.size();
        } finally {
            lines = new ArrayList<>();
        }
    }

    /** A water level, which is at least 0. */
    public static class Level {
        private final int height;

        public Level(int height) {
            if (height < 0) {
                throw new IllegalArgumentException("height");
            }
            this.height = height + 1;
        }

        public int half() {
            return height / 2;
        }
    }

    /** A gate whose constructor catches what the constructor of a level throws. */
    public static class Gate {
        private int opened;

        public Gate(Level level) {
            try {
                opened = level.half();
            } catch (IllegalArgumentException refused) {
                opened = -1;
            }
        }

        public int opened() {
            return opened;
        }
    }

    /** What it catches only the constructor of the level throws, and that runs before this method is called. */
    public static int half(Level level) {
        try {
            return level.half();
        } catch (IllegalArgumentException refused) {
            return -1;
        }
    }

    /** The constructor of the gate catches it, and the constructor of the level runs before that of the gate. */
    public static int opened(Gate gate) {
        return gate.opened();
    }

    /** As {@link #half}, with an object that any text gives: no constructor runs. */
    public static int length(StringBuilder text) {
        if (text == null) {
            return 0;
        }
        try {
            return text.length();
        } catch (NullPointerException refused) {
            return -1;
        }
    }
}
