package domain;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Methods that look up keys in maps and sets of any size. */
public class Maps {
    enum Form {
        ROUND,
        SQUARE
    }

    private final Map<String, Integer> stock = new HashMap<>();
    private final Set<String> names;

    public Maps() {
        names = new HashSet<>();
    }

    public void add(String item, int count) {
        if (count <= 0) {
            throw new IllegalArgumentException();
        }
        stock.put(item, count);
    }

    public boolean has(String item) {
        return stock.containsKey(item);
    }

    public void call(String name) {
        names.add(name);
    }

    static boolean contains(Set<Integer> set) {
        return set.contains(3);
    }

    static boolean containsNext(Set<Integer> set, int number) {
        return set.contains(number + 1);
    }

    static int valueOr0(Map<String, Integer> map, String key) {
        Integer value = map.get(key);
        return value == null ? 0 : value;
    }

    static int orSeven(Map<String, Integer> map) {
        return map.getOrDefault("a", 7);
    }

    static int large(Map<String, String> map) {
        return map.size() > 3 ? 1 : 0;
    }

    static boolean onlyRed(Set<Form> kinds) {
        return kinds.contains(Form.ROUND) && !kinds.contains(Form.SQUARE) && kinds.size() == 1;
    }

    static boolean add(HashSet<Integer> set, int number) {
        return set.add(number);
    }

    static boolean remove(HashSet<Integer> set, Integer number) {
        return set.remove(number);
    }

    static String put(HashMap<Character, String> map, char key, String value) {
        return map.put(key, value);
    }

    static int count(HashMap<String, Integer> map) {
        return map.merge("a", 1, Integer::sum);
    }

    static void clear(HashMap<String, Integer> map) {
        map.clear();
    }

    /** The contexts of sets that may be one (CTB, figure 8). */
    static Set<Integer> both(HashSet<Integer> one, HashSet<Integer> other) {
        one.remove(3);
        if (other.contains(3)) {
            return one;
        }
        return null;
    }

    /** Two maps that are one: what one call writes, the other reads. */
    static Integer replaced(HashMap<String, Integer> one, HashMap<String, Integer> other) {
        one.replace("a", 5);
        return other.get("a");
    }

    static Integer computed(HashMap<String, Integer> one, HashMap<String, Integer> other) {
        one.computeIfPresent("a", (key, value) -> 7);
        return other.get("a");
    }

    static boolean bothKeys(HashSet<Long> set, long one, long other) {
        return set.contains(one) && set.contains(other) && set.size() < 2;
    }

    static int first(Set<Integer> set) {
        return set.isEmpty() ? -1 : set.iterator().next();
    }

    static int sum(Set<Integer> set) {
        int sum = 0;
        for (int each : set) {
            sum += each;
        }
        return sum;
    }

    static int longKeys(LinkedHashMap<String, Integer> map) {
        int count = 0;
        for (Map.Entry<String, Integer> each : map.entrySet()) {
            if (each.getKey().length() > 3) {
                count++;
            }
        }
        return count;
    }

    /** Some sets refuse it. */
    static void put(Set<Integer> set) {
        set.add(3);
    }

    static boolean isPlain(HashMap<String, String> map) {
        return map.getClass() == HashMap.class;
    }

    static boolean isSorted(Map<String, String> map) {
        return map instanceof TreeMap;
    }

    /** Its own keys are compared by code. */
    static boolean containsPoint(HashSet<Point> set, Point point) {
        return set.contains(point);
    }

    /** A key that has changed is not found. */
    static boolean changed(HashSet<Point> set, Point point) {
        if (!set.contains(point)) {
            return false;
        }
        point.x++;
        return set.contains(point);
    }

    static final class Point {
        int x;

        @Override
        public boolean equals(Object other) {
            return other instanceof Point && ((Point) other).x == x;
        }

        @Override
        public int hashCode() {
            return x;
        }
    }
}
