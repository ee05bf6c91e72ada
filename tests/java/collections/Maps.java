package collections;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** Maps and sets with symbolic keys and values. */
public class Maps {
    enum Day { MONDAY, TUESDAY, WEDNESDAY, THURSDAY }

    // goal: complete
    static int price(String item) {
        Map<String, Integer> prices = new HashMap<>();
        prices.put("apple", 3);
        prices.put("pear", 5);
        prices.put("plum", 7);
        Integer price = prices.get(item);
        if (price == null) {
            return -1;                                  // goal: reach
        }
        return price;                                   // goal: reach returns 3 returns 5 returns 7
    }

    // goal: complete
    static int intKeys(int a, int b) {
        Map<Integer, String> map = new HashMap<>();
        map.put(a, "a");
        map.put(b, "b");
        if (map.size() == 1) {
            return 1;                                   // goal: reach
        }
        if (map.containsKey(1000)) {
            return 2;                                   // goal: reach
        }
        return 3;                                       // goal: reach
    }

    static int counted(String words) {
        Map<Character, Integer> counts = new HashMap<>();
        for (char c : words.toCharArray()) {
            counts.merge(c, 1, Integer::sum);
        }
        if (counts.getOrDefault('z', 0) == 2 && counts.size() == 2) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int tree(int key) {
        TreeMap<Integer, String> map = new TreeMap<>(Map.of(10, "ten", 20, "twenty", 30, "thirty"));
        Map.Entry<Integer, String> below = map.floorEntry(key);
        if (below == null) {
            return 0;                                   // goal: reach
        }
        if (map.ceilingKey(key) == null) {
            return 1;                                   // goal: reach
        }
        return below.getValue().length();               // goal: reach returns 3 returns 6
    }

    // goal: complete
    static int treeSet(int a, int b) {
        TreeSet<Integer> set = new TreeSet<>();
        set.add(a);
        set.add(b);
        set.add(50);
        if (set.first() == 50 && set.size() == 3) {
            return 1;                                   // goal: reach
        }
        if (set.headSet(0).size() == 2) {
            return 2;                                   // goal: reach
        }
        return set.size();                              // goal: reach returns 1
    }

    // goal: complete
    static boolean duplicate(int a, int b, int c) {
        Set<Integer> seen = new HashSet<>();
        if (seen.add(a) && seen.add(b) && seen.add(c)) {
            return false;                               // goal: reach
        }
        return true;                                    // goal: reach
    }

    // goal: complete
    static int enums(Day day) {
        EnumMap<Day, Integer> map = new EnumMap<>(Day.class);
        map.put(Day.TUESDAY, 2);
        map.put(Day.THURSDAY, 4);
        Integer found = map.get(day);
        if (found != null && EnumSet.range(Day.MONDAY, Day.TUESDAY).contains(day)) {
            return found;                               // goal: reach returns 2
        }
        if (found != null) {
            return found;                               // goal: reach returns 4
        }
        return 0;                                       // goal: reach
    }

    static int insertionOrder(int a, int b) {
        Set<Integer> set = new LinkedHashSet<>();
        set.add(a);
        set.add(b);
        set.remove(a);
        if (set.isEmpty()) {
            return 0;                                   // goal: reach
        }
        return set.iterator().next() == 99 ? 99 : 1;    // goal: reach returns 99 returns 1
    }

    static int recent(int a, int b) {
        Map<Integer, Integer> cache = new LinkedHashMap<>(8, 0.75f, true) {
            @Override protected boolean removeEldestEntry(Map.Entry<Integer, Integer> eldest) {
                return size() > 2;
            }
        };
        cache.put(1, 10);
        cache.put(2, 20);
        cache.get(a);
        cache.put(b, 30);
        if (cache.size() == 2 && !cache.containsKey(2)) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int concurrent(String key, int n) {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        map.put("total", 1);
        map.merge(key, n, Integer::sum);
        if (map.get("total") == 43) {
            return map.size();                          // goal: reach returns 1
        }
        return map.size();                              // goal: reach
    }

    // goal: complete
    static int immutable(String s) {
        if (Set.of("red", "green", "blue").contains(s)) {
            return 1;                                   // goal: reach
        }
        if (Map.of("one", 1, "two", 2).getOrDefault(s, 0) == 2) {
            return 2;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int identity(boolean same) {
        Map<Object, Integer> map = new IdentityHashMap<>();
        Object first = new Object();
        map.put(first, 1);
        map.put(same ? first : new Object(), 2);
        return map.size();                              // goal: reach returns 1 returns 2
    }

    static int lookedUp(Map<String, Integer> map, String key) {
        if (map.containsKey(key) && map.get(key) == 5) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int properties(String key) {
        Properties properties = new Properties();
        properties.setProperty("mode", "fast");
        if (properties.getProperty(key, "slow").equals("fast")) {
            return 1;                                   // goal: reach
        }
        return Collections.disjoint(properties.keySet(), Set.of("mode")) ? 2 : 3;   // goal: reach
    }
}
