package tested;

import java.util.Collection;
import java.util.List;

/** Methods that depend on the classes of their inputs by type tests. */
public class Tested {
    public interface Shape {
        int area();
    }

    public static class Square implements Shape {
        public int side;

        @Override
        public int area() {
            return side * side;
        }
    }

    public static class Disc implements Shape, Comparable<Disc> {
        public int radius;

        @Override
        public int area() {
            return 3 * radius * radius;
        }

        @Override
        public int compareTo(Disc other) {
            return Integer.compare(radius, other.radius);
        }
    }

    public static final class Point {
        private final int x;
        private final int y;

        public Point(int x, int y) {
            this.x = x;
            this.y = y;
        }

        @Override
        public boolean equals(Object other) {
            if (this == other) {
                return true;
            }
            if (!(other instanceof Point)) {
                return false;
            }
            Point point = (Point) other;
            return x == point.x && y == point.y;
        }

        @Override
        public int hashCode() {
            return 31 * x + y;
        }
    }

    public static class Open {
        private final int number;

        public Open(int number) {
            this.number = number;
        }

        @Override
        public boolean equals(Object other) {
            return other != null && getClass() == other.getClass() && number == ((Open) other).number;
        }

        @Override
        public int hashCode() {
            return number;
        }
    }

    public static class Opened extends Open {
        public Opened(int number) {
            super(number);
        }
    }

    public static int number(Object it) {
        return it instanceof Number ? 1 : 0;
    }

    public static int nested(Object it) {
        return it instanceof Comparable ? it instanceof String ? 1 : 2 : 0;
    }

    public static int several(Object it) {
        if (it instanceof Number) {
            return 1;
        }
        if (it instanceof CharSequence) {
            return 2;
        }
        return it instanceof int[] ? 3 : 0;
    }

    public static int shape(Object it) {
        return it instanceof Shape ? 1 : it instanceof Comparable ? 2 : 0;
    }

    public static int comparable(Shape it) {
        return it instanceof Comparable ? 1 : 0;
    }

    public static int both(Object it) {
        return it instanceof Comparable && it instanceof CharSequence ? 1 : 0;
    }

    public static int two(Object one, Object other) {
        return one instanceof String ? other instanceof String ? 3 : 2 : other instanceof Integer ? 1 : 0;
    }

    public static String cast(Object it) {
        return (String) it;
    }

    public static int castIfPositive(Object it, int number) {
        if (number > 0) {
            Integer found = (Integer) it;
            return number;
        }
        return it instanceof Long ? 1 : 2;
    }

    public static int large(Object it) {
        return it instanceof Integer && (Integer) it > 5 ? 1 : 0;
    }

    /** Nothing that is tried is a set and no list. */
    public static int list(Object it) {
        return it instanceof List ? 1 : it instanceof Collection ? 2 : 0;
    }

    public static int strings(Object it) {
        return it instanceof Object[] ? 1 : it instanceof String[] ? 2 : 0;
    }

    public static int cloneable(Object it) {
        return it instanceof Cloneable ? 1 : 0;
    }

    /** A value whose objects the class makes itself: the same may be used again. */
    static final class Hour {
        private final int number;

        private Hour(int number) {
            this.number = number;
        }

        static Hour of(int number) {
            if (number < 0 || number > 23) {
                throw new IllegalArgumentException();
            }
            return new Hour(number);
        }

        @Override
        public boolean equals(Object other) {
            return this == other || (other instanceof Hour && number == ((Hour) other).number);
        }

        @Override
        public int hashCode() {
            return number;
        }
    }

    /** Objects of exactly one class, with a text. */
    static class Label {
        private final int number;
        private final String text;

        Label(int number, String text) {
            this.number = number;
            this.text = text;
        }

        @Override
        public boolean equals(Object other) {
            if (this == other) {
                return true;
            }
            if (other == null || getClass() != other.getClass()) {
                return false;
            }
            Label label = (Label) other;
            return number == label.number && java.util.Objects.equals(text, label.text);
        }

        @Override
        public int hashCode() {
            return number;
        }
    }

    static final class Tags {
        private Tags() {
        }

        static boolean isTag(Object it) {
            return it.getClass() == Label.class;
        }

        /** The class itself is an effect. */
        static Class<?> kind(Object it) {
            return it.getClass();
        }

        static boolean isOneOf(Object it) {
            Class<?> kind = it.getClass();
            return kind == Label.class || kind == String.class;
        }
    }

    record Entry(String key, int value, Label label) {
    }

    record Name(String first, String last) {
    }
}
