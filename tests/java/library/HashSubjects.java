import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Hash tables whose keys are not known, and the order in which they are gone through. */
class HashSubjects {
    record Point(int x, int y) { }

    enum Colour { RED, GREEN, BLUE }

    /** Equal to every other one with the same last digit, and hashed accordingly. */
    static final class Digit {
        final int number;

        Digit(int number) { this.number = number; }
        @Override public boolean equals(Object other) { return other instanceof Digit d && d.number % 10 == number % 10; }
        @Override public int hashCode() { return number % 10 * 7; }
        @Override public String toString() { return "d" + number % 10; }
    }

    static String order(byte a, byte b) {
        Set<Integer> set = new HashSet<>(List.of(3, 20));
        set.add((int) a);
        set.add(b & 15);
        return set.toString();
    }
    static String removed(byte a, byte b) {
        Set<Integer> set = new HashSet<>();
        set.add(a & 31);
        set.add(5);
        set.remove(b & 31);
        set.add(21);
        StringBuilder text = new StringBuilder();
        for (Iterator<Integer> i = set.iterator(); i.hasNext();) {
            int each = i.next();
            if (each == 5) i.remove();
            else text.append(each).append(' ');
        }
        return text.append(set.size()).append(set.contains(5)).toString();
    }
    static String texts(String s, boolean more) {
        Map<String, Integer> map = new HashMap<>();
        if (s.length() > 2) return "";
        map.put("a", 1);
        map.put(s, 2);
        map.put("bc", 3);
        if (more) return map.toString();
        return map.get("a") + "" + map.get(s) + map.containsKey("b") + map.size();
    }
    static String prepended(byte a, byte b) {
        Map<Integer, Integer> map = new HashMap<>();
        map.put(16, 1);
        map.merge((int) a, 1, Integer::sum);
        map.computeIfAbsent(b & 48, k -> k * 2);
        map.compute(32, (k, v) -> v == null ? 7 : null);
        return map.keySet().toString() + map.values();
    }
    static String grown(byte a, byte b) {
        Map<Integer, Integer> map = new HashMap<>();
        for (int i = 0; i < 11; i++) map.put(i * 3, i);
        map.put((int) a, -1);
        map.put(b & 7, -2);
        for (int i = 40; i < 46; i++) map.put(i, i);
        return map.size() + ":" + map.getOrDefault(33, 0) + map.keySet().stream().map(String::valueOf).collect(Collectors.joining(" "));
    }
    static String copied(byte a) {
        HashMap<Integer, String> map = new HashMap<>();
        map.put(a & 63, "a");
        map.put(17, "b");
        @SuppressWarnings("unchecked")
        Map<Integer, String> copy = (Map<Integer, String>) map.clone();
        copy.remove(17);
        map.clear();
        map.put(1, "c");
        return copy + "" + map + copy.equals(map) + copy.hashCode();
    }
    static int points(int x, int y) {
        Map<Point, Integer> map = new HashMap<>();
        map.put(new Point(1, 2), 10);
        map.put(new Point(x, y), 20);
        return map.get(new Point(1, 2)) + map.size();
    }
    static String digits(byte a) {
        Map<Digit, Integer> map = new HashMap<>();
        map.put(new Digit(3), 1);
        map.put(new Digit(a), 2);
        map.put(new Digit(13), 4);
        return map.get(new Digit(23)) + " " + map.size() + map.containsKey(new Digit(a + 10)) + map.keySet();
    }
    static String linked(int a, int b) {
        Map<Integer, String> map = new LinkedHashMap<>();
        map.put(1, "x");
        map.put(a, "a");
        map.putIfAbsent(b, "b");
        map.remove(1);
        return String.join(",", map.values());
    }
    static int linkedSet(int a, int b) { return new LinkedHashSet<>(Arrays.asList(a, b, a, 9)).size(); }
    static String mixed(String s, int a) {
        Map<Object, String> map = new HashMap<>();
        map.put(s, "s");
        map.put(a, "a");
        map.put(97L, "l");
        map.put(null, "n");
        return map.size() + map.get(null) + map.get("a") + map.get(97) + map.get(97L) + map.get((short) 97);
    }
    static boolean sets(int a, int b) { return Set.of(1, 2, 3).contains(a) && Map.of(a, "x", 12, "y").containsKey(b); }
    static int setOf(int a, int b) { return Set.of(a, b, 7).size(); }
    static String mapOf(byte a, byte b) {
        Map<Integer, String> map = Map.of((int) a, "a", 100 + (b & 7), "b");
        return new TreeMap<>(map).toString() + map.get(103) + map.hashCode() + map.equals(Map.of(1, "a", 101, "b"));
    }
    static String concurrent(String s, byte a) {
        if (s.length() > 1) return "";
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        map.put("k", 1);
        map.put("l", 2);
        map.put(s, 3);
        map.merge(s, (int) a, (x, y) -> x + y > 100 ? null : x + y);
        map.computeIfPresent("l", (k, v) -> v + 1);
        return new TreeMap<>(map).toString() + map.getOrDefault("k", 0) + map.size();
    }
    static String ints(int a) {
        ConcurrentHashMap<Integer, String> map = new ConcurrentHashMap<>();
        map.put(3, "x");
        map.putIfAbsent(a, "y");
        return map.get(3) + map.get(a) + map.containsKey(4);
    }
    static String identity(int a, boolean same) {
        Map<Object, Integer> map = new IdentityHashMap<>();
        Integer box = a;
        map.put(box, 1);
        map.put(same ? box : Integer.valueOf(1000), 2);
        map.put(5, 3);
        return map.get(box) + " " + map.size() + map.get(5) + map.containsKey(Integer.valueOf(a));
    }
    static String enums(byte i) {
        Map<Colour, Integer> map = new HashMap<>();
        map.put(Colour.RED, 1);
        map.put(Colour.values()[(i & 3) % 3], 2);
        return map.get(Colour.RED) + "" + map.get(Colour.BLUE) + map.size();
    }
    static String grouped(byte a, byte b) {
        Map<Integer, List<Integer>> groups = new ArrayList<>(List.of((int) a, (int) b, 4)).stream().collect(Collectors.groupingBy(x -> x & 3));
        return groups.toString();
    }
    static String collisions(byte a, byte b) {
        Set<Integer> set = new HashSet<>();
        for (int i = 0; i < 6; i++) set.add(i * 256 + (i == 4 ? a & 3 : 0));
        set.add(b & 1);
        return set.toString();
    }
    static boolean equalSets(byte a, byte b) { return new HashSet<>(Set.of((int) a, 200)).equals(new HashSet<>(List.of(200, b & 127))); }
    static int hashed(int a, String s) { return Objects.hash(a, s == null ? 0 : s.length()) + new HashSet<>(List.of(a, 5)).hashCode(); }

    /** A map into which nothing was put does not ask a key for its hash; one that was emptied does. */
    static String asked(byte a, byte b) {
        int[] calls = new int[1];
        Object key = new Object() {
            @Override public int hashCode() { calls[0]++; return a; }
        };
        Map<Object, Integer> map = new LinkedHashMap<>();
        String before = map.get(key) + " " + map.containsKey(key) + map.getOrDefault(key, 3) + map.remove(key) + calls[0];
        if (b > 0) map.put("once", 1);
        map.clear();
        return before + map.get(key) + new HashSet<>().contains(key) + calls[0];
    }
}
