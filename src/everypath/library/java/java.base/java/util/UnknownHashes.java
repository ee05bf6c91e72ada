package java.util;

import java.util.HashMap.Node;
import java.util.HashMap.TreeNode;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * {@link HashMap} where hashes are not known, without one path for each bucket.
 *
 * <p>An entry whose bucket is not known, and every entry that comes after it, is <em>unplaced</em>: it hangs at the end
 * of some bucket, and its map is marked. A search looks at all entries. The order of the entries is all that the
 * buckets decide: when it is looked at, the entries are put into their buckets in the order in which they came, exactly
 * as the map would have done.
 *
 * <p>A text or box is compared by {@code equals} alone; its hash is computed when it is put into its bucket. Hashes of
 * other keys are known as terms, and compared first: a key whose hash has changed since it was put is not found.
 */
final class UnknownHashes {
    /** How an unplaced entry joins its bucket: {@code put} appends, {@code compute} and {@code merge} prepend. */
    private static final int APPENDED = 1, PREPENDED = 2;

    private UnknownHashes() {}

    /** Whether a map or entry is marked, and how; 0: it is not. */
    private static native int mark(Object object);

    private static native void setMark(Object object, int mark);

    /** Whether this is a text or a box: objects whose class compares content, and whose hash follows from it. */
    private static native boolean isContent(Object key);

    private static native boolean isSameObject(Object left, Object right);

    private static native void setHash(Node<?, ?> node, int hash);

    /** The number itself, known from here on: one path for each value. */
    private static native int pick(int number);

    private static native void tooManyCollisions();

    // -- searching ------------------------------------------------------------------------------------------------

    static <K, V> Node<K, V> getNode(HashMap<K, V> map, Object key, int hash) {
        Node<K, V>[] table = map.table;
        if (table != null) {
            for (Node<K, V> first : table) {
                for (Node<K, V> e = first; e != null; e = e.next) {
                    if (isSameObject(e.key, key) && (isContent(key) || e.hash == hash)) {
                        return e;
                    }
                }
            }
            for (Node<K, V> first : table) {
                for (Node<K, V> e = first; e != null; e = e.next) {
                    if (isEqual(e, key, hash)) {
                        return e;
                    }
                }
            }
        }
        return null;
    }

    private static boolean isEqual(Node<?, ?> e, Object key, int hash) {
        Object other = e.key;
        if (key == null) {
            return false; // not the same object
        }
        if (other == null) {
            return !isContent(key) && hash == 0 && key.equals(null); // the hash of null is 0
        }
        if (isContent(key)) {
            return isContent(other) ? key.equals(other) : hash(key) == e.hash && key.equals(other);
        }
        return (isContent(other) ? hash(other) : e.hash) == hash && key.equals(other);
    }

    private static int hash(Object key) {
        if (key == null) {
            return 0;
        }
        int h = key.hashCode();
        return h ^ h >>> 16;
    }

    // -- changing -------------------------------------------------------------------------------------------------

    static <K, V> V putVal(HashMap<K, V> map, int hash, K key, V value, boolean onlyIfAbsent, boolean evict) {
        if (map.table == null || map.table.length == 0) {
            map.resize();
        }
        Node<K, V> e = getNode(map, key, hash);
        if (e != null) {
            V old = e.value;
            if (!onlyIfAbsent || old == null) {
                e.value = value;
            }
            map.afterNodeAccess(e);
            return old;
        }
        add(map, hash, key, value, APPENDED);
        ++map.modCount;
        if (++map.size > map.threshold) {
            map.resize();
        }
        map.afterNodeInsertion(evict);
        return null;
    }

    static <K, V> Node<K, V> removeNode(
            HashMap<K, V> map, int hash, Object key, Object value, boolean matchValue, boolean movable) {
        Node<K, V> e = getNode(map, key, hash);
        if (e == null) {
            return null;
        }
        if (matchValue) {
            V found = e.value;
            if (!isSameObject(found, value) && (value == null || !value.equals(found))) {
                return null;
            }
        }
        Node<K, V>[] table = map.table;
        if (e instanceof TreeNode) {
            ((TreeNode<K, V>) e).removeTreeNode(map, table, movable);
        } else {
            unlink(table, e);
        }
        ++map.modCount;
        --map.size;
        map.afterNodeRemoval(e);
        return e;
    }

    private static <K, V> void unlink(Node<K, V>[] table, Node<K, V> node) {
        for (int i = 0; i < table.length; i++) {
            Node<K, V> before = null;
            for (Node<K, V> e = table[i]; e != null; before = e, e = e.next) {
                if (isSameObject(e, node)) {
                    if (before == null) {
                        table[i] = node.next;
                    } else {
                        before.next = node.next;
                    }
                    return;
                }
            }
        }
    }

    static <K, V> V computeIfAbsent(HashMap<K, V> map, K key, Function<? super K, ? extends V> function, int hash) {
        grow(map);
        Node<K, V> old = getNode(map, key, hash);
        if (old != null && old.value != null) {
            map.afterNodeAccess(old);
            return old.value;
        }
        int count = map.modCount;
        V value = function.apply(key);
        if (count != map.modCount) {
            throw new ConcurrentModificationException();
        }
        if (value == null) {
            return null;
        }
        if (old != null) {
            old.value = value;
            map.afterNodeAccess(old);
        } else {
            addFirst(map, hash, key, value);
        }
        return value;
    }

    static <K, V> V compute(
            HashMap<K, V> map, K key, BiFunction<? super K, ? super V, ? extends V> function, int hash) {
        grow(map);
        Node<K, V> old = getNode(map, key, hash);
        int count = map.modCount;
        V value = function.apply(key, old == null ? null : old.value);
        if (count != map.modCount) {
            throw new ConcurrentModificationException();
        }
        if (old == null) {
            if (value != null) {
                addFirst(map, hash, key, value);
            }
        } else if (value != null) {
            old.value = value;
            map.afterNodeAccess(old);
        } else {
            removeNode(map, hash, key, null, false, true);
        }
        return value;
    }

    static <K, V> V merge(
            HashMap<K, V> map, K key, V value, BiFunction<? super V, ? super V, ? extends V> function, int hash) {
        grow(map);
        Node<K, V> old = getNode(map, key, hash);
        if (old == null) {
            addFirst(map, hash, key, value);
            return value;
        }
        V merged = value;
        if (old.value != null) {
            int count = map.modCount;
            merged = function.apply(old.value, value);
            if (count != map.modCount) {
                throw new ConcurrentModificationException();
            }
        }
        if (merged != null) {
            old.value = merged;
            map.afterNodeAccess(old);
        } else {
            removeNode(map, hash, key, null, false, true);
        }
        return merged;
    }

    private static void grow(HashMap<?, ?> map) {
        if (map.size > map.threshold || map.table == null || map.table.length == 0) {
            map.resize();
        }
    }

    private static <K, V> void addFirst(HashMap<K, V> map, int hash, K key, V value) {
        add(map, hash, key, value, PREPENDED);
        ++map.modCount;
        ++map.size;
        map.afterNodeInsertion(true);
    }

    // -- unplaced entries -----------------------------------------------------------------------------------------

    private static <K, V> void add(HashMap<K, V> map, int hash, K key, V value, int how) {
        Node<K, V> node = map.newNode(hash, key, value, null);
        setMark(node, how);
        setMark(map, 1);
        attach(map.table, node);
    }

    private static <K, V> void attach(Node<K, V>[] table, Node<K, V> chain) {
        int home = 0;
        while (table[home] instanceof TreeNode) {
            home++;
        }
        Node<K, V> last = table[home];
        if (last == null) {
            table[home] = chain;
            return;
        }
        for (int i = 0; i < table.length; i++) { // those that are unplaced already hang together
            for (Node<K, V> e = table[i]; e != null; e = e.next) {
                if (mark(e) != 0) {
                    last = e;
                }
            }
        }
        while (last.next != null) {
            last = last.next;
        }
        last.next = chain;
    }

    /** Takes the unplaced entries out of the table: the chain of them. */
    private static <K, V> Node<K, V> detach(Node<K, V>[] table) {
        for (int i = 0; i < table.length; i++) {
            Node<K, V> before = null;
            for (Node<K, V> e = table[i]; e != null; before = e, e = e.next) {
                if (mark(e) != 0) {
                    if (before == null) {
                        table[i] = null;
                    } else {
                        before.next = null;
                    }
                    return e;
                }
            }
        }
        return null;
    }

    /** {@code resize} of a marked map. */
    static <K, V> Node<K, V>[] resize(HashMap<K, V> map) {
        Node<K, V> chain = detach(map.table);
        setMark(map, 0);
        Node<K, V>[] table = map.resize();
        setMark(map, 1);
        if (chain != null) {
            attach(table, chain);
        }
        return table;
    }

    /** Puts every entry of a marked map into its bucket: the order of the entries is about to be looked at. */
    static <K, V> void settle(HashMap<K, V> map) {
        Node<K, V>[] table = map.table;
        setMark(map, 0);
        if (table == null) {
            return;
        }
        Node<K, V> next;
        for (Node<K, V> e = detach(table); e != null; e = next) {
            next = e.next;
            e.next = null;
            int how = mark(e);
            setMark(e, 0);
            int hash = isContent(e.key) ? hash(e.key) : e.hash;
            setHash(e, hash);
            place(table, e, pick(table.length - 1 & hash), how);
        }
    }

    private static <K, V> void place(Node<K, V>[] table, Node<K, V> node, int bucket, int how) {
        Node<K, V> first = table[bucket];
        int count = 1;
        Node<K, V> last = first;
        for (Node<K, V> e = first; e != null; e = e.next) {
            last = e;
            count++;
        }
        if (count > HashMap.TREEIFY_THRESHOLD || first instanceof TreeNode) {
            tooManyCollisions();
        }
        if (first == null) {
            table[bucket] = node;
        } else if (how == PREPENDED) {
            node.next = first;
            table[bucket] = node;
        } else {
            last.next = node;
        }
    }

    // -- immutable sets and maps ----------------------------------------------------------------------------------

    /** {@code probe} of {@code Set.of}, by comparing with every element. */
    static int probe(ImmutableCollections.SetN<?> set, Object element) {
        return probe(set.elements, 1, element);
    }

    /** {@code probe} of {@code Map.of}, by comparing with every key. */
    static int probe(ImmutableCollections.MapN<?, ?> map, Object key) {
        return probe(map.table, 2, key);
    }

    private static int probe(Object[] table, int step, Object key) {
        int empty = -1;
        for (int i = 0; i < table.length; i += step) {
            if (table[i] == null) {
                empty = i;
            } else if (key.equals(table[i])) {
                return i;
            }
        }
        return -empty - 1;
    }
}
