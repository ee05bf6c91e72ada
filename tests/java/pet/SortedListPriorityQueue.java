package pet;

import java.util.Comparator;

/** A priority queue in a list that is kept in order. */
class SortedListPriorityQueue<K, V> {
    PositionList<Entry<K, V>> entries;
    Comparator<K> order;
    Position<Entry<K, V>> latest;

    SortedListPriorityQueue() {
        this(new DefaultComparator<K>());
    }

    SortedListPriorityQueue(Comparator<K> order) {
        entries = new NodeList<>();
        this.order = order;
    }

    /** With the entries of a list that is in order already. */
    SortedListPriorityQueue(PositionList<Entry<K, V>> entries, Comparator<K> order) {
        this.entries = entries;
        this.order = order;
    }

    void setOrder(Comparator<K> order) {
        if (!isEmpty()) {
            throw new IllegalStateException("the queue is not empty");
        }
        this.order = order;
    }

    int size() {
        return entries.size();
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    Entry<K, V> min() {
        if (entries.isEmpty()) {
            throw new EmptyPriorityQueueException("the queue is empty");
        }
        return entries.first().element();
    }

    Entry<K, V> insert(K key, V value) {
        checkKey(key);
        Entry<K, V> entry = new KeyedEntry<>(key, value);
        insertEntry(entry);
        return entry;
    }

    void insertEntry(Entry<K, V> entry) {
        if (entries.isEmpty()) {
            entries.addFirst(entry);
            latest = entries.first();
        } else if (order.compare(entry.getKey(), entries.last().element().getKey()) > 0) {
            entries.addLast(entry);
            latest = entries.last();
        } else {
            Position<Entry<K, V>> at = entries.first();
            while (order.compare(entry.getKey(), at.element().getKey()) > 0) {
                at = entries.next(at);
            }
            entries.addBefore(at, entry);
            latest = entries.previous(at);
        }
    }

    Entry<K, V> removeMin() {
        if (entries.isEmpty()) {
            throw new EmptyPriorityQueueException("the queue is empty");
        }
        return entries.remove(entries.first());
    }

    void checkKey(K key) {
        try {
            order.compare(key, key);
        } catch (ClassCastException | NullPointerException problem) {
            throw new InvalidKeyException("the key cannot be compared");
        }
    }
}
