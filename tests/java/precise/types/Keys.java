package types;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Keys of hash maps that change after they were put: a map finds them where their old hash is, or not at all. */
public class Keys {
    public static final class Key {
        private int id;

        public Key(int id) {
            this.id = id;
        }

        public void setId(int id) {
            this.id = id;
        }

        @Override
        public int hashCode() {
            return id;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key && ((Key) other).id == id;
        }
    }

    // goal: complete returns 0 returns 1
    public static int changed(int first, int next) {
        Map<Key, String> map = new HashMap<>();
        Key key = new Key(first);
        map.put(key, "a");
        key.setId(next);
        return map.containsKey(key) ? 1 : 0;
    }

    // goal: complete returns 2 returns 6
    public static int twice(int first, int next) {
        Map<Key, Integer> map = new HashMap<>();
        Key key = new Key(first);
        map.put(key, 1);
        key.setId(next);
        map.put(key, 2);
        return map.get(key) + (map.size() == 2 ? 4 : 0);
    }

    // goal: branches
    public static int given(Map<Key, String> map, Key key) {
        if (map.containsKey(key)) {
            key.setId(key.id + 1);
            return map.get(key) == null ? 1 : 2;
        }
        return 3;
    }

    // goal: branches
    public static int loop(Map<Key, Integer> map) {
        int found = 0;
        for (Key each : map.keySet()) {
            each.setId(7);
            if (map.containsKey(each)) {
                found++;
            }
        }
        return found;
    }

    // goal: branches
    public static int lists(Set<List<String>> set, List<String> list) {
        set.add(list);
        list.add("x");
        return set.contains(list) ? 1 : 2;
    }
}
