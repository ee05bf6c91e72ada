package pet;

/** A place that holds an element. */
interface Position<E> {
    E element();
}
