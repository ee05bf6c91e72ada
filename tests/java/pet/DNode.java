package pet;

/** An element of a doubly linked chain, and its position. It is in a list while it has neighbours. */
class DNode<E> implements Position<E> {
    DNode<E> previous;
    DNode<E> next;
    E element;

    DNode(DNode<E> previous, DNode<E> next, E element) {
        this.previous = previous;
        this.next = next;
        this.element = element;
    }

    @Override
    public E element() {
        if (previous == null && next == null) {
            throw new InvalidPositionException("the position is in no list");
        }
        return element;
    }

    DNode<E> getPrevious() {
        return previous;
    }

    DNode<E> getNext() {
        return next;
    }

    E getElement() {
        return element;
    }

    void setPrevious(DNode<E> previous) {
        this.previous = previous;
    }

    void setNext(DNode<E> next) {
        this.next = next;
    }

    void setElement(E element) {
        this.element = element;
    }
}
