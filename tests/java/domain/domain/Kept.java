package domain;

import java.io.Serializable;

/** Classes with fields that keep conditions, beside others of which not all is known. */
public class Kept {
    public static class Named {
        private final String name;
        private long waited;

        public Named(String name) {
            if (name == null) {
                throw new NullPointerException();
            }
            this.name = name;
        }

        public void await() {
            waited += System.nanoTime();
        }

        public int size() {
            return name.length();
        }
    }

    public static class Money implements Serializable {
        private static final long serialVersionUID = 1;
        private final String code;
        private transient int hash;

        public Money(String code) {
            if (code.length() != 3) {
                throw new IllegalArgumentException();
            }
            this.code = code;
        }

        public char last() {
            return code.charAt(2);
        }

        /** Deserialisation leaves 0. */
        public void remember(int hash) {
            this.hash = hash;
        }

        public boolean knows() {
            return hash != 0;
        }
    }

    public static class Age {
        private int years;

        public Age(int years) {
            set(years);
        }

        public final void set(int years) {
            if (years < 0 || years > 150) {
                throw new IllegalArgumentException();
            }
            this.years = years;
        }

        public void parse(String text) {
            set(Integer.parseInt(text.trim()));
        }

        public boolean isAdult() {
            if (years > 150) {
                throw new IllegalStateException();
            }
            return years >= 18;
        }
    }

    public interface Shape {}

    public static final class Disc implements Shape {}

    public static final class Square implements Shape {}

    public static class Drawing {
        private final Shape shape;

        public Drawing(Shape shape) {
            this.shape = shape;
        }

        public String kind() {
            return shape instanceof Disc ? "disc" : shape instanceof Square ? "square" : "other";
        }
    }

    public record Range(int low, int high) {
        public Range {
            if (low > high) {
                throw new IllegalArgumentException();
            }
        }

        public boolean has(int number) {
            return number >= low && number <= high;
        }

        public int width() {
            return high - low;
        }
    }

    /** Nothing depends on what a constant array holds. */
    public static class Row {
        private static final String[] NONE = {};

        private final String[] cells;

        public Row(String[] cells) {
            this.cells = cells == null ? NONE : cells;
        }

        public boolean isEmpty() {
            return cells.length == 0;
        }
    }

    /** What a constant array holds decides. */
    public static class Level {
        private static final int[] LEVELS = {1, 2, 3};

        private final int level;

        public Level(int number) {
            level = LEVELS[number];
        }

        public int level() {
            return level > 0 ? level : -1;
        }

        public static int[] levels() {
            return LEVELS;
        }
    }
}
