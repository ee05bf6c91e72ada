package ctb;

import java.util.function.IntUnaryOperator;

/** Exceptional exits; what leaves each method, and what cannot, stands in test_exits.py. */
public class Exits {
    interface Shape {
        int area(int side);
    }

    static final class Square implements Shape {
        public int area(int side) {
            if (side < 0)
                throw new IllegalArgumentException("side");
            return side * side;
        }
    }

    static final class Strip implements Shape {
        public int area(int side) {
            return 100 / side;
        }
    }

    private static int share(int total, int people) {
        return total / people;
    }

    private static int below(int value, int most) {
        if (value > most)
            throw new IllegalStateException("too much");
        return value;
    }

    private static int swallowed(int[] values) {
        try {
            return values[0];
        } catch (RuntimeException problem) {
            return -1;
        }
    }

    public static int calls(int a, int b) {
        return share(10, a) + below(b, 100) + share(b, 5);
    }

    public static int catches(int a, int[] values) {
        try {
            return below(a, 10) + values.length;
        } catch (IllegalStateException tooMuch) {
            return swallowed(values);
        }
    }

    public static int rethrows(int a) {
        try {
            return share(1, a);
        } finally {
            below(a, 5);
        }
    }

    public static int dispatches(boolean square, int side) {
        Shape shape = square ? new Square() : new Strip();
        return shape.area(side);
    }

    public static int lambdas(int value) {
        IntUnaryOperator divide = each -> 7 / each;
        return divide.applyAsInt(value);
    }

    public static int constants(int value) {
        return new int[] {value / 25, value % 7}.length + "text".length();
    }

    public static int endless(int[] values, int count) {
        int sum = 0;
        for (int at = 0; at < count; at++) {
            if (values != null && at < values.length)
                sum += values[at];
        }
        return sum;
    }

    public static int past(int first, int[] values) {
        int sum = 7 / (first * first & 1 | 2);
        for (int at = 0; at < values.length; at++)
            sum += values[at] > at ? 1 : 2;
        return sum;
    }

    public static int loops(int first, int count) {
        int sum = 7 / (first * first & 1 | 2);
        for (int at = 0; at < count; at++)
            sum += at % 3 == first ? 1 : 2;
        return sum;
    }

    public static int lists(java.util.List<Integer> values) {
        if (values.size() > 40)
            throw new IllegalStateException("many");
        return values.size();
    }
}
