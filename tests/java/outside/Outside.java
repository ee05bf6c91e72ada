package outside;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Exceptions that come out of calls of the JDK; which, stands in test_exits.py. */
public class Outside {
    public static int parse(String text) {
        return Integer.parseInt(text);
    }

    public static int twice(int a, int b, int c) {
        return Math.addExact(a, b) + Math.addExact(b, c);
    }

    public static int caught(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException problem) {
            return -1;
        }
    }

    public static int rethrown(int a, int b) {
        try {
            return Math.addExact(a, b);
        } finally {
            Objects.requireNonNull("never");
        }
    }

    private static Object needed(Object given) {
        return Objects.requireNonNull(given);
    }

    public static boolean helped(Object given) {
        return needed(given) == given;
    }

    public static char at(String text, int index) {
        return text.charAt(index);
    }

    public static int element(int index) {
        List<Integer> numbers = new ArrayList<>();
        numbers.add(7);
        return numbers.get(index);
    }

    public static int removed(int stop) {
        List<Integer> numbers = new ArrayList<>(List.of(1, 2, 3));
        int sum = 0;
        for (int each : numbers) {
            sum += each;
            if (each == stop)
                numbers.remove(0);
        }
        return sum;
    }

    public static int supplied(boolean there) {
        Optional<Integer> found = there ? Optional.of(1) : Optional.empty();
        return found.orElseThrow(() -> new IllegalStateException("none"));
    }

    public static void each(int stop) {
        List.of(1, 2, 3).forEach(one -> {
            if (one == stop)
                throw new IllegalArgumentException("stop");
        });
    }

    public static int wrapped(int a) {
        try {
            return Math.negateExact(a);
        } catch (ArithmeticException problem) {
            throw new IllegalStateException(problem);
        }
    }

    public static List<String> copied(String first) {
        return List.of(first, "b");
    }

    public static String none(int a) {
        return new StringBuilder().append(a).append('x').toString() + Math.max(a, 3);
    }
}
