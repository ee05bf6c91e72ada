import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** What looks at an order that no input decides ({@code seen…}), and what does not ({@code hidden…}). */
class Orders {
    enum Colour { RED, GREEN }

    static int seenOfSet() { return Set.of(1, 2, 3).iterator().next(); }
    static int seenOfPair() { return new ArrayList<>(Set.of(1, 2)).get(0); }
    static String seenOfMap() { return Map.of(1, 2, 3, 4).toString(); }
    static String seenInArray() { return "" + Set.of("a", "b", "c").toArray()[0]; }
    static String seenOfIdentities() {
        Map<String, Integer> map = new IdentityHashMap<>();
        map.put("a", 1);
        map.put("b", 2);
        return map.keySet().toString();
    }
    static String seenOfEnums() { return new HashSet<>(Set.of(Colour.RED, Colour.GREEN)).toString(); }
    static int seenOfObjects() {
        Map<Object, Integer> map = new HashMap<>();
        map.put(new Object(), 1);
        map.put(new Object(), 2);
        return map.values().stream().findFirst().get();
    }
    static String seenOfConcurrentEnums() {
        Map<Colour, Integer> map = new ConcurrentHashMap<>();
        map.put(Colour.RED, 1);
        map.put(Colour.GREEN, 2);
        return map.toString();
    }
    static int seenOfConcurrentClasses() {
        Map<Class<?>, Integer> map = new ConcurrentHashMap<>();
        map.computeIfAbsent(String.class, key -> 1);
        map.merge(Integer.class, 2, Integer::sum);
        return map.values().iterator().next();
    }
    static int seenHash() { return new Object().hashCode(); }

    static int hiddenOfOne() { return Set.of(1).iterator().next() + Map.of(1, 2).get(1); }
    static boolean hiddenInSearch() { return Set.of(1, 2, 3).contains(2) && Set.of(1, 2).containsAll(Set.of(2, 1)); }
    static String hiddenBySorting() { return new TreeSet<>(Set.of(3, 1, 2)) + "" + new TreeMap<>(Map.of(4, 5, 6, 7)); }
    static boolean hiddenInEquality() { return Set.of(1, 2, 3).equals(new HashSet<>(new TreeSet<>(Set.of(1, 2, 3)))); }
    static String hiddenOfBoxes() {
        Set<Object> set = new HashSet<>();
        for (long number = -3_000_000_000L; number < 9_000_000_000_000L; number = number * -3 - 12_345) {
            set.add(number);
            set.add((int) number);
            set.add((short) number);
            set.add((byte) number);
            set.add((char) number);
            if (number == Long.MIN_VALUE || set.size() > 90) break;
        }
        set.add(Long.MIN_VALUE);
        set.add(-1L);
        return set.toString();
    }
    static int hiddenOfEnums() {
        Map<Colour, Integer> map = new HashMap<>();
        map.put(Colour.RED, 1);
        map.put(Colour.GREEN, 2);
        return map.get(Colour.RED) + map.size();
    }
    static String hiddenOfOneObject() {
        Map<Object, Integer> map = new HashMap<>();
        map.put(Colour.GREEN, 1);
        return map.toString();
    }
    static int hiddenOfIdentities() {
        Map<Object, Integer> map = new IdentityHashMap<>();
        map.put("a", 1);
        map.put(Colour.RED, 2);
        return map.get("a") + map.size();
    }
    static int hiddenOfConcurrentClasses() {
        Map<Class<?>, Integer> map = new ConcurrentHashMap<>();
        map.put(String.class, 1);
        map.computeIfAbsent(Integer.class, key -> 2);
        map.merge(String.class, 10, Integer::sum);
        map.computeIfPresent(Integer.class, (key, value) -> value + 100);
        map.compute(int[].class, (key, value) -> value == null ? 1000 : 0);
        boolean none = map.get(Long.class) == null && !map.containsKey(long.class);
        return map.get(String.class) + map.get(Integer.class) + map.get(int[].class) + map.size() + (none ? 1 : 0);
    }
    static String hiddenOfOneConcurrent() {
        Map<Object, Integer> map = new ConcurrentHashMap<>();
        map.put(Colour.GREEN, 1);
        return map + "" + map.get(Colour.GREEN) + map.get(Colour.RED);
    }
    static String hiddenOfNumbers() { return new HashSet<>(java.util.List.of(7, 3, 20)).toString(); }
}
