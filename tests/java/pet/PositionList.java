package pet;

/** A list that is walked and changed by positions. */
interface PositionList<E> {
    int size();

    boolean isEmpty();

    Position<E> first();

    Position<E> last();

    Position<E> next(Position<E> position);

    Position<E> previous(Position<E> position);

    void addFirst(E element);

    void addLast(E element);

    void addAfter(Position<E> position, E element);

    void addBefore(Position<E> position, E element);

    E remove(Position<E> position);

    E set(Position<E> position, E element);
}
