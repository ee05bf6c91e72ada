package deep;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;

/** State that only methods tell of, and results that hold others. */
public class Deep {
    private int[] data = new int[4]; private int n; private final Deque<Integer> q = new ArrayDeque<>();
    private final Map<String, Integer> counts = new HashMap<>();
    public void push(int v) { if (n == data.length) throw new IllegalStateException("full"); data[n++] = v; q.addLast(v * 2); counts.put("k", v); }
    public int pop() { if (n == 0) throw new NoSuchElementException(); return data[--n]; }
    public int size() { return n; }
    public int[] toArray() { return Arrays.copyOf(data, n); }
    public Collection<Integer> queue() { return Collections.unmodifiableCollection(q); }
    public Integer count(String k) { return counts.get(k); }
    public boolean isFull() { return n == data.length; }
    public static final class Owner { private final String name; Owner(String n) { name = n; } public String getName() { return name; } }
    public static final class House { private final Owner owner; final int[][] rooms; House(Owner o, int[][] r) { owner = o; rooms = r; } public Owner getOwner() { return owner; } }
    public static House house(int a) { return new House(new Owner("o" + a), new int[][] {{a}, {1, 2}}); }
    public static Owner[] owners(boolean two) { return two ? new Owner[] {new Owner("a"), new Owner("b")} : new Owner[0]; }
    public static Map.Entry<String, Integer> entry(int a) { return Map.entry("x", a); }
    public static OptionalInt oi(int a) { return a > 0 ? OptionalInt.of(a) : OptionalInt.empty(); }
    public static Queue<Integer> queueOf(int a) { Queue<Integer> q = new PriorityQueue<>(); q.add(a); q.add(3); return q; }
    public static List<Owner> list(int a) { return List.of(new Owner("z" + a)); }
    public static Set<Integer> setOf(int a) { return Set.of(a, 77777); }
    public static double third(double x) { return x / 3; }
    public static float f(float x) { return x * 0.1f; }

    public record Point(int x, int y) {
        public Point {
            if (x < 0) {
                throw new IllegalArgumentException("x");
            }
        }
    }

    public record Pair(String left, List<Integer> right) {}

    public static Optional<Pair> paired(int a) {
        return Optional.of(new Pair("p", List.of(a)));
    }

    public static Optional<Point> checked(int a) {
        return a < 0 ? Optional.empty() : Optional.of(new Point(a, 1));
    }

    /** Calling it changes the object: it tells nothing to others. */
    public int drain() {
        int held = n;
        n = 0;
        return held;
    }

    public static Map<Integer, String> nothing(boolean one) {
        Map<Integer, String> map = new HashMap<>();
        map.put(null, one ? "one" : null);
        return map;
    }

    private enum Order implements java.util.Comparator<Integer> {
        NATURAL;

        @Override
        public int compare(Integer one, Integer other) {
            return one.compareTo(other);
        }
    }

    public static java.util.Comparator<Integer> order() {
        return Order.NATURAL;
    }
}
