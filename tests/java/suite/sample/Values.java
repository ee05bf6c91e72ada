package sample;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/** One method per type of value that a test must write down and check. */
public class Values {
    static byte small(byte b) {
        return b < -100 ? (byte) (b + 1) : b;
    }

    static short half(short s) {
        return s == Short.MIN_VALUE ? (short) 7 : (short) -s;
    }

    static char next(char c) {
        return c == '\'' ? '"' : (char) (c + 1);
    }

    static long big(long l) {
        return l > 1L << 40 ? l : -l;
    }

    static float ratio(float f) {
        return f != f ? 1.5f : f / 0.1f;
    }

    static double inverse(double d) {
        return 1 / d;
    }

    static boolean negative(double d) {
        return 1 / d < 0;
    }

    static String greet(String name) {
        if (name.isEmpty()) {
            return "\"\u00fc\n\"";
        }
        return name.charAt(0) == '\ud800' ? "lone" : null;
    }

    static Integer boxed(int i) {
        return i == 3 ? null : Integer.valueOf(i);
    }

    static Object anything(int i) {
        switch (i) {
            case 0:
                return 5L;
            case 1:
                return 'x';
            case 2:
                return "text";
            case 3:
                return new int[] {1, 2};
            case 4:
                return String.class;
            case 5:
                return Colour.RED;
            default:
                return new Object();
        }
    }

    static Colour mix(Colour a, Colour b) {
        return a == b ? a : Colour.RED;
    }

    static int sum(int... values) {
        int sum = 0;
        for (int value : values) {
            sum += value;
        }
        return sum;
    }

    static void swap(int[] items, int i, int j) {
        int held = items[i];
        items[i] = items[j];
        items[j] = held;
    }

    static int[] same(int[] items) {
        items[0] = 9;
        return items;
    }

    static String[] words(String first) {
        return new String[] {first, null, "b"};
    }

    static int[][] grid(int n) {
        return n > 1 ? new int[][] {{n}, {}} : null;
    }

    static int grid2(int[][] g) {
        return g[1][0] == 4 ? 1 : 2;
    }

    static String overloaded(String s) {
        return s == null ? "null string" : "string";
    }

    static String overloaded(Object o) {
        return o == null ? "null object" : "object";
    }

    static StringBuilder builder(int n) {
        return new StringBuilder().append(n > 4 ? "big" : "small");
    }

    enum Colour {
        RED,
        GREEN
    }

    public static double root(double x) {
        return x < 0 ? Math.sqrt(x) : x;
    }

    public static void refuse(String message) {
        throw new IllegalStateException(message);
    }

    public static Set<String> unmodifiable(HashSet<String> names) {
        return names.isEmpty() ? Collections.emptySet() : Collections.unmodifiableSet(names);
    }

    public static RuntimeException wrapped(Throwable cause) {
        return new Wrapped(cause);
    }

    static class Wrapped extends RuntimeException {
        Wrapped(Throwable cause) {
            super("wrapped", cause);
        }
    }
}
