package pet;

import java.util.Comparator;

/** The natural order. */
class DefaultComparator<E> implements Comparator<E> {
    @Override
    @SuppressWarnings("unchecked")
    public int compare(E one, E other) {
        return ((Comparable<E>) one).compareTo(other);
    }
}
