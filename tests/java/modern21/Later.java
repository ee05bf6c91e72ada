package modern21;

import java.util.List;
import java.util.function.IntBinaryOperator;
import java.util.stream.Gatherers;
import java.util.stream.Stream;

/** What came after Java 21: unnamed variables, flexible constructor bodies, gatherers (Java 25). */
public class Later {

    record Box(Object content, int weight) { }

    static class Base {
        final int size;

        Base(int size) {
            this.size = size;
        }
    }

    static class Checked extends Base {
        final int half;

        Checked(int size) {
            if (size % 2 != 0) {
                throw new IllegalArgumentException("odd");
            }
            this.half = size / 2;
            super(size);
        }
    }

    static int unnamed(Object o) {
        return switch (o) {
            case Box(String _, int w) when w > 100 -> 1;        // goal: reach
            case Box(Integer n, _) -> n;                // goal: reach
            case Box _ -> 3;                            // goal: reach
            case null, default -> 0;                    // goal: reach
        };
    }

    static int ignored(int x, int y) {
        IntBinaryOperator first = (a, _) -> a * a;
        try {
            if (first.applyAsInt(x, y) == 144 && 10 / y == 2) {
                return y;                               // goal: reach
            }
        } catch (ArithmeticException _) {
            return -1;                                  // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int flexible(int size) {
        Checked checked = new Checked(size);            // goal: reach
        if (checked.half == 21) {
            return checked.size;                        // goal: reach returns 42
        }
        return 0;                                       // goal: reach
    }

    static int gathered(int a, int b) {
        List<List<Integer>> pairs = Stream.of(a, b, 3).gather(Gatherers.windowFixed(2)).toList();
        if (pairs.get(0).get(0) + pairs.get(0).get(1) == 100 && a > b) {
            return pairs.size();                        // goal: reach returns 2
        }
        return 0;                                       // goal: reach
    }
}
