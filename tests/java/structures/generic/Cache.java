package structures.generic;

/** The two entries used last, as a doubly linked list between two sentinels. */
public class Cache<K, V> {

    private static final class Entry<K, V> {
        K key;
        V value;
        Entry<K, V> before;
        Entry<K, V> after;
    }

    private final Entry<K, V> newest = new Entry<>();
    private final Entry<K, V> oldest = new Entry<>();
    private int size;

    // goal: complete classes 1
    public Cache() {
        newest.after = oldest;
        oldest.before = newest;
    }

    private Entry<K, V> find(K key) {
        for (Entry<K, V> at = newest.after; at != oldest; at = at.after) {
            if (at.key.equals(key)) {
                return at;
            }
        }
        return null;
    }

    private void toFront(Entry<K, V> entry) {
        entry.after = newest.after;
        entry.before = newest;
        newest.after.before = entry;
        newest.after = entry;
    }

    // goal: branches
    public V get(K key) {
        Entry<K, V> entry = find(key);
        if (entry == null) {
            return null;                                // goal: reach
        }
        entry.before.after = entry.after;
        entry.after.before = entry.before;
        toFront(entry);
        return entry.value;                             // goal: reach
    }

    // goal: branches
    public void put(K key, V value) {
        Entry<K, V> entry = find(key);
        if (entry != null) {
            entry.value = value;                        // goal: reach
            return;
        }
        if (size == 2) {
            Entry<K, V> last = oldest.before;
            last.before.after = oldest;
            oldest.before = last.before;                // goal: reach
            size--;
        }
        entry = new Entry<>();
        entry.key = key;
        entry.value = value;
        toFront(entry);
        size++;                                         // goal: reach
    }

    // goal: branches clean
    public static boolean keeps(int a, int b, int c) {
        Cache<Integer, String> cache = new Cache<>();
        cache.put(a, "a");
        cache.put(b, "b");
        cache.put(c, "c");
        return cache.get(a) != null;                    // goal: reach
    }
}
