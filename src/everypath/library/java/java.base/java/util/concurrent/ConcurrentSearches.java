package java.util.concurrent;

import java.util.concurrent.ConcurrentHashMap.Node;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Searches in a {@link ConcurrentHashMap} of plain entries for a text or box that is not known: every entry is
 * compared, no bucket. What happens to an entry that was found stands below.
 */
final class ConcurrentSearches {
    private ConcurrentSearches() {}

    /** The next search for this key is by its bucket. */
    private static native void searchByBucket(Object key);

    static <K, V> Node<K, V> find(ConcurrentHashMap<K, V> map, Object key) {
        Node<K, V>[] table = map.table;
        if (table != null) {
            for (Node<K, V> first : table) {
                for (Node<K, V> e = first; e != null; e = e.next) {
                    if (key.equals(e.key)) {
                        return e;
                    }
                }
            }
        }
        return null;
    }

    static <K, V> V get(Node<K, V> found, ConcurrentHashMap<K, V> map, Object key) {
        return found.val;
    }

    static <K, V> V putVal(Node<K, V> found, ConcurrentHashMap<K, V> map, K key, V value, boolean onlyIfAbsent) {
        V old = found.val;
        if (!onlyIfAbsent) {
            found.val = value;
        }
        return old;
    }

    static <K, V> V computeIfAbsent(
            Node<K, V> found, ConcurrentHashMap<K, V> map, K key, Function<? super K, ? extends V> function) {
        return found.val;
    }

    static <K, V> V computeIfPresent(
            Node<K, V> found,
            ConcurrentHashMap<K, V> map,
            K key,
            BiFunction<? super K, ? super V, ? extends V> function) {
        return set(found, map, function.apply(key, found.val));
    }

    static <K, V> V compute(
            Node<K, V> found,
            ConcurrentHashMap<K, V> map,
            K key,
            BiFunction<? super K, ? super V, ? extends V> function) {
        return set(found, map, function.apply(key, found.val));
    }

    static <K, V> V merge(
            Node<K, V> found,
            ConcurrentHashMap<K, V> map,
            K key,
            V value,
            BiFunction<? super V, ? super V, ? extends V> function) {
        return set(found, map, function.apply(found.val, value));
    }

    private static <K, V> V set(Node<K, V> found, ConcurrentHashMap<K, V> map, V value) {
        if (value != null) {
            found.val = value;
        } else {
            searchByBucket(found.key);
            map.remove(found.key);
        }
        return value;
    }
}
