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
 * <p>Of a map that is an input, the entries are known for the keys that were looked up: each is present or absent.
 * Further keys are decided when code looks them up.
 *
 * <p>A text or box is compared by {@code equals} alone; its hash is computed when it is put into its bucket. Hashes of
 * other keys are known as terms, and compared first: a key whose hash has changed since it was put is not found.
 */
final class UnknownHashes {
    /** How an unplaced entry joins its bucket: {@code put} appends, {@code compute} and {@code merge} prepend. */
    private static final int APPENDED = 1, PREPENDED = 2;

    /** Marks of the entries of a map that is an input. */
    private static final int PRESENT = 3, ABSENT = 4;

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

    /** The entries for the keys that were looked up in a map that is an input, else null. */
    private static native <K, V> Node<K, V>[] lookedUp(HashMap<K, V> map);

    /** Decides whether a map that is an input has a further key: its entry. */
    private static native <K, V> Node<K, V> lookUp(HashMap<K, V> map, Object key, int hash);

    // -- searching ------------------------------------------------------------------------------------------------

    static <K, V> Node<K, V> getNode(HashMap<K, V> map, Object key, int hash) {
        Node<K, V>[] lookedUp = lookedUp(map);
        if (lookedUp == null) {
            return find(map.table, key, hash);
        }
        Node<K, V> e = entry(map, lookedUp, key, hash);
        return mark(e) == PRESENT ? e : null;
    }

    /** The entry for a key of a map that is an input. It may be absent. */
    private static <K, V> Node<K, V> entry(HashMap<K, V> map, Node<K, V>[] lookedUp, Object key, int hash) {
        Node<K, V> e = find(lookedUp, key, hash);
        return e != null ? e : lookUp(map, key, hash);
    }

    private static <K, V> Node<K, V> find(Node<K, V>[] table, Object key, int hash) {
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

    /** What {@code LinkedHashMap} does for the order. The order of a map that is an input is not known. */
    private static <K, V> void accessed(HashMap<K, V> map, Node<K, V> e) {
        if (lookedUp(map) == null) {
            map.afterNodeAccess(e);
        }
    }

    // -- changing -------------------------------------------------------------------------------------------------

    static <K, V> V putVal(HashMap<K, V> map, int hash, K key, V value, boolean onlyIfAbsent, boolean evict) {
        Node<K, V>[] lookedUp = lookedUp(map);
        if (lookedUp == null && (map.table == null || map.table.length == 0)) {
            map.resize();
        }
        Node<K, V> e = getNode(map, key, hash);
        if (e != null) {
            V old = e.value;
            if (!onlyIfAbsent || old == null) {
                e.value = value;
            }
            accessed(map, e);
            return old;
        }
        add(map, hash, key, value, APPENDED);
        ++map.modCount;
        ++map.size;
        if (lookedUp == null) {
            if (map.size > map.threshold) {
                map.resize();
            }
            map.afterNodeInsertion(evict);
        }
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
        if (lookedUp(map) != null) {
            setMark(e, ABSENT);
            ++map.modCount;
            --map.size;
            return e;
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
            accessed(map, old);
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
            accessed(map, old);
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
            accessed(map, old);
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
            accessed(map, old);
        } else {
            removeNode(map, hash, key, null, false, true);
        }
        return merged;
    }

    private static void grow(HashMap<?, ?> map) {
        if (lookedUp(map) != null) {
            return;
        }
        if (map.size > map.threshold || map.table == null || map.table.length == 0) {
            map.resize();
        }
    }

    private static <K, V> void addFirst(HashMap<K, V> map, int hash, K key, V value) {
        add(map, hash, key, value, PREPENDED);
        ++map.modCount;
        ++map.size;
        if (lookedUp(map) == null) {
            map.afterNodeInsertion(true);
        }
    }

    // -- iterating over maps that are inputs -----------------------------------------------------------------------

    /** Notes that a map that is an input may change. */
    private static native void written(HashMap<?, ?> map);

    /** The position of the next entry that was not removed, or the number of entries that are known. */
    private static native int position(HashMap<?, ?> map, int start);

    /** Ends the path: it iterates over a map that is an input and that has changed. */
    private static native void changed();

    private static native boolean hasAt(HashMap<?, ?> map, int position);

    private static native <K, V> Node<K, V> at(HashMap<K, V> map, int position);

    /** An iterator over the keys, values or entries of a map that is an input. */
    private static final class InputIterator implements Iterator<Object> {
        private static final int KEYS = 0, VALUES = 1;

        private HashMap<Object, Object> map;
        private int kind;
        private int expected;
        private int next;
        private Node<Object, Object> current;

        @Override
        public boolean hasNext() {
            if (map.modCount != expected) {
                changed(); // an iterator of the JDK knows its next entry from before the change
            }
            next = position(map, next);
            return hasAt(map, next);
        }

        @Override
        public Object next() {
            if (map.modCount != expected) {
                throw new ConcurrentModificationException();
            }
            next = position(map, next);
            if (!hasAt(map, next)) {
                throw new NoSuchElementException();
            }
            current = at(map, next++);
            if (kind == KEYS) {
                return current.key;
            }
            if (kind == VALUES) {
                return current.value;
            }
            written(map); // callers may set its value
            return current;
        }

        @Override
        public void remove() {
            if (current == null) {
                throw new IllegalStateException();
            }
            if (map.modCount != expected) {
                throw new ConcurrentModificationException();
            }
            written(map);
            setMark(current, ABSENT);
            ++map.modCount;
            --map.size;
            current = null;
            expected = map.modCount;
        }
    }

    // -- unplaced entries -----------------------------------------------------------------------------------------

    private static <K, V> void add(HashMap<K, V> map, int hash, K key, V value, int how) {
        Node<K, V>[] lookedUp = lookedUp(map);
        if (lookedUp != null) {
            Node<K, V> e = entry(map, lookedUp, key, hash);
            setMark(e, PRESENT);
            e.value = value;
            return;
        }
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
