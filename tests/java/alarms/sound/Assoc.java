package sound;

import java.util.ArrayList;
import java.util.List;

/** Keys with values, side by side in two lists. */
public class Assoc<K, V> {
    private final List<K> keys = new ArrayList<>();
    private final List<V> values = new ArrayList<>();

    public V put(K key, V value) {
        if (key == null) {
            throw new NullPointerException("key");
        }
        int at = keys.indexOf(key);
        if (at >= 0) {
            return values.set(at, value);
        }
        keys.add(key);
        values.add(value);
        return null;
    }

    public V get(K key) {
        int at = keys.indexOf(key);
        return at < 0 ? null : values.get(at);
    }

    public V remove(K key) {
        int at = keys.indexOf(key);
        if (at < 0) {
            return null;
        }
        keys.remove(at);
        return values.remove(at);
    }

    public K first() {
        if (keys.isEmpty()) {
            throw new IllegalStateException();
        }
        return keys.get(0);
    }

    public V newest() {
        return values.isEmpty() ? null : values.get(keys.size() - 1);
    }

    public int share(int total) {
        return keys.isEmpty() ? total : total / values.size();
    }
}
