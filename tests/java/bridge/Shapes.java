package shapes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntBinaryOperator;

/** Values and objects of every kind, for what goes to the JVM and what comes back. */
public class Shapes {
    public enum Color {
        RED,
        GREEN {
            @Override
            int weight() {
                return 2;
            }
        };

        int weight() {
            return 1;
        }
    }

    public record Point(int x, int y) {}

    public static class Node {
        private final int value;
        Node next;

        private Node(int value) {
            this.value = value;
        }

        private int sum() {
            int total = value;
            for (Node n = next; n != null && n != this; n = n.next) {
                total += n.value;
            }
            return total;
        }
    }

    public abstract static class Base {
        private int hidden = 1;

        protected abstract int twice();
    }

    public static class Derived extends Base {
        private int hidden = 21;

        @Override
        protected int twice() {
            return 2 * hidden;
        }
    }

    interface Source {
        int next();

        String name(int i);

        default int nextTwice() {
            return next() + next();
        }
    }

    static final int[] FIBONACCI = {1, 1, 2, 3, 5};
    private static int counter;
    private static final String SECRET = new String("secret");

    static boolean same(boolean v) {
        return v;
    }

    static byte same(byte v) {
        return v;
    }

    static short same(short v) {
        return v;
    }

    static char same(char v) {
        return v;
    }

    static int same(int v) {
        return v;
    }

    static long same(long v) {
        return v;
    }

    static float same(float v) {
        return v;
    }

    static double same(double v) {
        return v;
    }

    static String same(String v) {
        return v;
    }

    static Object same(Object v) {
        return v;
    }

    static int length(String v) {
        return v.length();
    }

    static int count() {
        return ++counter;
    }

    static String group() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        return group.getClass().getName() + " " + group.getName() + " in " + group.getParent().getName();
    }

    static String secret() {
        return SECRET;
    }

    static int color(Color c) {
        return c.weight();
    }

    static int drain(Source s) {
        int a = s.next();
        int b = s.nextTwice();
        return 100 * a + b + (s.name(3) == null ? 0 : 1000);
    }

    static int reduce(IntBinaryOperator f) {
        return f.applyAsInt(1, 2);
    }

    static Object collections() {
        List<Object> list = new ArrayList<>();
        list.add("a");
        list.add(null);
        list.add(7);
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("list", list);
        map.put("self", list);
        return map;
    }

    static Object mixed() {
        return new Object[] {
            1, 2L, 'c', true, 1.5f, Color.GREEN, Point.class, new int[][] {{1}, null}, new Point(3, -4), int.class,
            new StringBuilder("sb"), new Object(), "text", null
        };
    }

    static Map<Object, Object> hostileKeys() {
        return new HashMap<>();
    }

    static void fail(String why) {
        throw new IllegalStateException(why, new RuntimeException("cause"));
    }

    static int nested(int n) {
        return n == 0 ? 1 / n : nested(n - 1);
    }

    static void checked(int n) {
        assert n > 0 : "must be positive";
    }

    static byte[] large() {
        byte[] result = new byte[100_000];
        result[1] = 1;
        return result;
    }

    static Node chain(int n) {
        Node first = null;
        for (int i = 0; i < n; i++) {
            Node node = new Node(i);
            node.next = first;
            first = node;
        }
        return first;
    }
}
