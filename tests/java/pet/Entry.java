package pet;

/** A value with a key. */
interface Entry<K, V> {
    K getKey();

    V getValue();
}
