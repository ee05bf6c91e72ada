package pet;

/** An entry of a priority queue. */
class KeyedEntry<K, V> implements Entry<K, V> {
    K key;
    V value;

    KeyedEntry(K key, V value) {
        this.key = key;
        this.value = value;
    }

    @Override
    public K getKey() {
        return key;
    }

    @Override
    public V getValue() {
        return value;
    }
}
