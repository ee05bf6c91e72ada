package structures.generic;

/** A hash table with four chains. Planted: a key that is null has no hash. */
public class HashTable<K, V> {

    static final class Entry<K, V> {
        final K key;
        V value;
        Entry<K, V> next;

        Entry(K key, V value, Entry<K, V> next) {
            this.key = key;
            this.value = value;
            this.next = next;
        }
    }

    private final Object[] chains = new Object[4];
    private int size;

    @SuppressWarnings("unchecked")
    private Entry<K, V> chain(Object key) {
        return (Entry<K, V>) chains[key.hashCode() & 3];
    }

    // goal: branches fails java.lang.NullPointerException
    public V put(K key, V value) {
        for (Entry<K, V> at = chain(key); at != null; at = at.next) {
            if (at.key.equals(key)) {
                V old = at.value;
                at.value = value;
                return old;                             // goal: reach
            }
        }
        chains[key.hashCode() & 3] = new Entry<>(key, value, chain(key));
        size++;
        return null;                                    // goal: reach
    }

    // goal: branches fails java.lang.NullPointerException
    public V get(Object key) {
        for (Entry<K, V> at = chain(key); at != null; at = at.next) {
            if (at.key.equals(key)) {
                return at.value;                        // goal: reach
            }
        }
        return null;                                    // goal: reach
    }

    // goal: branches clean
    public static int collision(int a, int b) {
        HashTable<Integer, Integer> table = new HashTable<>();
        table.put(a, 1);
        table.put(b, 2);
        if (table.size == 1) {
            return 0;                                   // goal: returns 0
        }
        Object chain = table.chains[a & 3];
        return ((Entry<?, ?>) chain).next != null ? 1 : 2;      // goal: returns 1 returns 2
    }
}
