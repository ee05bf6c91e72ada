package modern;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;

/** Collections filled with symbolic numbers and texts, and collections as inputs. */
public class Collecting {

    enum Level { LOW, MIDDLE, HIGH }

    static int counted(int[] values) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int value : values) {                      // goal: throws java.lang.NullPointerException
            counts.merge(value, 1, Integer::sum);
        }
        for (int count : counts.values()) {
            if (count == 3) {
                return 3;                               // goal: reach
            }
        }
        return counts.size();                           // goal: reach
    }

    static int memo(int key) {
        Map<Integer, String> names = new TreeMap<>();
        names.put(10, "ten");
        names.put(20, "twenty");
        names.put(30, "thirty");
        String name = names.getOrDefault(key, "?");
        if (name.length() == 6) {
            return key;                                 // goal: reach returns 20 returns 30
        }
        return name.length();                           // goal: reach returns 3 returns 1
    }

    static boolean balanced(String text) {
        Deque<Character> open = new ArrayDeque<>();
        for (char c : text.toCharArray()) {             // goal: throws java.lang.NullPointerException
            if (c == '(' || c == '[') {
                open.push(c);
            } else if (c == ')' || c == ']') {
                if (open.isEmpty()) {
                    return false;                       // goal: reach
                }
                char last = open.pop();
                if (last == '(' ? c != ')' : c != ']') {
                    return false;                       // goal: reach
                }
            }
        }
        if (text.length() > 3 && open.isEmpty()) {
            return true;                                // goal: reach
        }
        return open.isEmpty();                          // goal: reach
    }

    static int smallestFirst(int a, int b, int c) {
        PriorityQueue<Integer> queue = new PriorityQueue<>(List.of(a, b, c));
        queue.poll();
        int second = queue.poll();
        if (second == b && b == 50 && a > c) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int sorted(int a, int b, int c) {
        List<Integer> list = new ArrayList<>(List.of(a, b, c));
        Collections.sort(list);
        if (list.get(0) > list.get(1)) {
            return -1;                                  // goal: unreached
        }
        if (list.indexOf(a) == 2 && a == b + c && b > 0 && c > 0) {
            return 2;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int lastOf(List<Integer> values) {
        Integer last = values.get(values.size() - 1);   // goal: throws java.lang.NullPointerException throws java.lang.IndexOutOfBoundsException
        if (last == 99) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int removed(List<String> names) {
        Iterator<String> each = names.iterator();       // goal: throws java.lang.NullPointerException
        int count = 0;
        while (each.hasNext()) {
            if (each.next().isBlank()) {
                count++;                                // goal: reach
            }
        }
        if (count > 0 && names.size() > count) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int concurrent(List<Integer> numbers) {
        List<Integer> copy = new ArrayList<>(numbers);
        for (Integer number : copy) {                   // goal: throws java.util.ConcurrentModificationException
            if (number != null && number == 5) {
                copy.remove(number);                    // goal: reach
            }
        }
        return copy.size();                             // goal: reach
    }

    static int immutable(int which) {
        List<String> fixed = List.of("a", "b");
        if (which == 0) {
            fixed.add("c");                             // goal: reach throws java.lang.UnsupportedOperationException
        }
        return fixed.get(which).length();               // goal: reach returns 1 throws java.lang.IndexOutOfBoundsException
    }

    static int levels(Level level, int amount) {
        EnumMap<Level, Integer> limits = new EnumMap<>(Level.class);
        limits.put(Level.LOW, 10);
        limits.put(Level.MIDDLE, 100);
        limits.put(Level.HIGH, 1000);
        int limit = limits.get(level);                  // goal: throws java.lang.NullPointerException
        if (amount > limit && amount < 1000) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int ordered(String first, String second) {
        Map<String, Integer> map = new LinkedHashMap<>();
        map.put(first, 1);
        map.put(second, 2);
        if (map.size() == 1) {
            return map.get(first);                      // goal: reach returns 2
        }
        return 0;                                       // goal: reach
    }

    static int member(Set<String> names) {
        if (names.contains("root")) {                   // goal: throws java.lang.NullPointerException
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int cached(Map<String, Integer> cache) {
        int value = cache.computeIfAbsent("x", String::length);     // goal: throws java.lang.NullPointerException
        if (value == 1) {
            return 1;                                   // goal: reach
        }
        if (value == 500) {
            return 2;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int searched(int key) {
        List<Integer> primes = List.of(2, 3, 5, 7, 11, 13, 17, 19);
        int at = Collections.binarySearch(primes, key);
        if (at == 5) {
            return key;                                 // goal: reach returns 13
        }
        return at < 0 ? -1 : 0;                         // goal: reach returns -1 returns 0
    }
}
