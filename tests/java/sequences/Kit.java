package sequences;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** One method for each way in which a call ends or takes its arguments. */
public class Kit {
    public static int calls;
    private static int hidden;

    public interface Shape {
        double area();

        String label();
    }

    public interface Rule {
        boolean holds(String text);

        default String name() {
            return "rule";
        }
    }

    private static final class Square implements Shape {
        private final double side;

        Square(double side) {
            this.side = side;
        }

        @Override
        public double area() {
            return side * side;
        }

        @Override
        public String label() {
            return "square";
        }
    }

    public static class Box<T> {
        private T held;

        public Box(T held) {
            this.held = held;
        }

        public T get() {
            return held;
        }

        public void set(T held) {
            this.held = held;
        }

        public static <T> Box<T> of(T held) {
            return new Box<>(held);
        }
    }

    public static class Count extends Box<Integer> {
        public Count(int held) {
            super(held);
        }
    }

    public static String shown(Box<Object> box) {
        return "box of " + box.held;
    }

    public static class Problem extends Exception {
        public final int code;

        public Problem(String message, int code) {
            super(message);
            this.code = code;
        }
    }

    public static Shape square(double side) {
        return new Square(side);
    }

    public static int totalOf(List<Order> orders) {
        int sum = 0;
        for (Order each : orders) {
            sum += each.getCount();
        }
        return sum;
    }

    public static List<String> words(String text) {
        return new ArrayList<>(Arrays.asList(text.split(" ")));
    }

    public static Map<String, Integer> counted(Collection<String> words) {
        Map<String, Integer> found = new HashMap<>();
        for (String each : words) {
            found.merge(each, 1, Integer::sum);
        }
        return found;
    }

    public static Set<Character> letters(String text) {
        Set<Character> found = new LinkedHashSet<>();
        for (char each : text.toCharArray()) {
            found.add(each);
        }
        return found;
    }

    public static Optional<String> first(List<String> words) {
        return words.isEmpty() ? Optional.empty() : Optional.of(words.get(0));
    }

    public static String read(String name) throws IOException {
        if (name.startsWith("/")) {
            throw new IOException("no file " + name);
        }
        return "content of " + name;
    }

    public static void fail(int code) throws Problem {
        throw new Problem("failed with " + code, code);
    }

    public static int length(Object text) {
        return ((String) text).length();
    }

    public static int sum(int... numbers) {
        int sum = 0;
        for (int each : numbers) {
            sum += each;
        }
        return sum;
    }

    public static String joined(String separator, Object... parts) {
        StringBuilder text = new StringBuilder();
        for (Object each : parts) {
            text.append(each).append(separator);
        }
        return text.toString();
    }

    public static String kind(Object value) {
        return "object";
    }

    public static String kind(String value) {
        return "string";
    }

    public static String kind(int value) {
        return "int";
    }

    public static String kind(long value) {
        return "long";
    }

    public static String kind(Integer value) {
        return "Integer";
    }

    public static String asked(Rule rule, String text) {
        return rule.holds(text) ? rule.name() : "none";
    }

    public static String made(Supplier<String> supplier) {
        return supplier.get() + "!";
    }

    public static int applied(Function<String, Integer> function) {
        return function.apply("x") + 1;
    }

    public static String described(Shape shape) {
        return shape.label() + " " + shape.area();
    }

    public static String of(Order.State state) {
        return state == null ? "none" : state.name().toLowerCase();
    }

    public static void sort(int[] numbers) {
        Arrays.sort(numbers);
    }

    public static void reverse(List<String> words) {
        java.util.Collections.reverse(words);
    }

    public static int[][] grid(int size) {
        int[][] found = new int[size][size];
        for (int at = 0; at < size; at++) {
            found[at][at] = at + 1;
        }
        return found;
    }

    public static int count() {
        hidden++;
        return ++calls;
    }

    public static long now() {
        return System.nanoTime();
    }

    /** How long it is since it was made. */
    public static class Watch {
        private final long began = System.currentTimeMillis();

        public long millis() {
            return System.currentTimeMillis() - began;
        }
    }

    public static String identity() {
        return new Object().toString();
    }

    public static Object plain() {
        return new Object();
    }

    public static List<Object> mixed() {
        return Arrays.asList("a", System.nanoTime(), 7);
    }

    public static BigDecimal price(String text) {
        return new BigDecimal(text).setScale(2);
    }

    public static int checked(String text) {
        Objects.requireNonNull(text, "a text is needed");
        return text.length();
    }

    public static int divided(int by) {
        return 10 / by;
    }

    public static int parsed(String text) {
        return Integer.parseInt(text);
    }

    public static int asserted(int value) {
        assert value > 0 : "not positive";
        return value;
    }

    public static String polluted(List<String> words) {
        String first = words.get(0);
        return first + "!";
    }

    public static void exits() {
        System.exit(3);
    }

    public static void hangs() {
        while (true) {
            calls++;
        }
    }

    public static StringBuilder appended(StringBuilder text) {
        return text.append("!");
    }

    public static Runnable lambda(int number) {
        return () -> calls = number;
    }

    public static Class<?> type(Object value) {
        return value.getClass();
    }

    public static <T> T same(T value) {
        return value;
    }

    public static int noted(String text) throws java.io.IOException {
        java.nio.file.Files.writeString(java.nio.file.Path.of("noted"), text);
        return text.length();
    }
}
