package pet;

/** A queue with two ends, between two sentinels. */
class NodeDeque<E> {
    DNode<E> header;
    DNode<E> trailer;
    int size;

    NodeDeque() {
        header = new DNode<>(null, null, null);
        trailer = new DNode<>(null, null, null);
        header.setNext(trailer);
        trailer.setPrevious(header);
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    E getFirst() {
        if (isEmpty()) {
            throw new EmptyDequeException("the deque is empty");
        }
        return header.getNext().getElement();
    }

    E getLast() {
        if (isEmpty()) {
            throw new EmptyDequeException("the deque is empty");
        }
        return trailer.getPrevious().getElement();
    }

    void addFirst(E element) {
        DNode<E> second = header.getNext();
        DNode<E> first = new DNode<>(header, second, element);
        second.setPrevious(first);
        header.setNext(first);
        size++;
    }

    void addLast(E element) {
        DNode<E> before = trailer.getPrevious();
        DNode<E> last = new DNode<>(before, trailer, element);
        before.setNext(last);
        trailer.setPrevious(last);
        size++;
    }

    E removeFirst() {
        if (isEmpty()) {
            throw new EmptyDequeException("the deque is empty");
        }
        DNode<E> first = header.getNext();
        E element = first.getElement();
        DNode<E> second = first.getNext();
        header.setNext(second);
        second.setPrevious(header);
        first.setElement(null);
        size--;
        return element;
    }

    E removeLast() {
        if (isEmpty()) {
            throw new EmptyDequeException("the deque is empty");
        }
        DNode<E> last = trailer.getPrevious();
        E element = last.getElement();
        DNode<E> before = last.getPrevious();
        trailer.setPrevious(before);
        before.setNext(trailer);
        last.setElement(null);
        size--;
        return element;
    }
}
