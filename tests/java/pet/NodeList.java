package pet;

/** A list of linked nodes, between two sentinels, walked and changed by positions. */
class NodeList<E> implements PositionList<E> {
    int size;
    DNode<E> header;
    DNode<E> trailer;

    NodeList() {
        header = new DNode<>(null, null, null);
        trailer = new DNode<>(header, null, null);
        header.setNext(trailer);
    }

    /** The node at a position of this list. */
    private DNode<E> nodeAt(Position<E> position) {
        if (position == null) {
            throw new InvalidPositionException("null is no position");
        }
        if (position == header) {
            throw new InvalidPositionException("the header is no position");
        }
        if (position == trailer) {
            throw new InvalidPositionException("the trailer is no position");
        }
        if (!(position instanceof DNode)) {
            throw new InvalidPositionException("the position is of another list");
        }
        DNode<E> node = (DNode<E>) position;
        if (node.getPrevious() == null || node.getNext() == null) {
            throw new InvalidPositionException("the position is in no list");
        }
        return node;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean isEmpty() {
        return size == 0;
    }

    boolean isFirst(Position<E> position) {
        return nodeAt(position).getPrevious() == header;
    }

    boolean isLast(Position<E> position) {
        return nodeAt(position).getNext() == trailer;
    }

    @Override
    public Position<E> first() {
        if (isEmpty()) {
            throw new EmptyListException("the list is empty");
        }
        return header.getNext();
    }

    @Override
    public Position<E> last() {
        if (isEmpty()) {
            throw new EmptyListException("the list is empty");
        }
        return trailer.getPrevious();
    }

    @Override
    public Position<E> previous(Position<E> position) {
        DNode<E> before = nodeAt(position).getPrevious();
        if (before == header) {
            throw new BoundaryViolationException("there is nothing before the first position");
        }
        return before;
    }

    @Override
    public Position<E> next(Position<E> position) {
        DNode<E> after = nodeAt(position).getNext();
        if (after == trailer) {
            throw new BoundaryViolationException("there is nothing after the last position");
        }
        return after;
    }

    @Override
    public void addBefore(Position<E> position, E element) {
        DNode<E> node = nodeAt(position);
        DNode<E> fresh = new DNode<>(node.getPrevious(), node, element);
        node.getPrevious().setNext(fresh);
        node.setPrevious(fresh);
        size++;
    }

    @Override
    public void addAfter(Position<E> position, E element) {
        DNode<E> node = nodeAt(position);
        DNode<E> fresh = new DNode<>(node, node.getNext(), element);
        node.getNext().setPrevious(fresh);
        node.setNext(fresh);
        size++;
    }

    @Override
    public void addFirst(E element) {
        DNode<E> fresh = new DNode<>(header, header.getNext(), element);
        header.getNext().setPrevious(fresh);
        header.setNext(fresh);
        size++;
    }

    @Override
    public void addLast(E element) {
        DNode<E> last = trailer.getPrevious();
        DNode<E> fresh = new DNode<>(last, trailer, element);
        last.setNext(fresh);
        trailer.setPrevious(fresh);
        size++;
    }

    @Override
    public E remove(Position<E> position) {
        DNode<E> node = nodeAt(position);
        DNode<E> before = node.getPrevious();
        DNode<E> after = node.getNext();
        before.setNext(after);
        after.setPrevious(before);
        node.setNext(null);
        node.setPrevious(null);
        size--;
        return node.getElement();
    }

    @Override
    public E set(Position<E> position, E element) {
        DNode<E> node = nodeAt(position);
        E old = node.getElement();
        node.setElement(element);
        return old;
    }

    /** Exchanges the elements at two positions. */
    void swap(Position<E> one, Position<E> other) {
        DNode<E> left = nodeAt(one);
        DNode<E> right = nodeAt(other);
        E element = left.getElement();
        left.setElement(right.getElement());
        right.setElement(element);
    }

    /** The place of a position, counted from the first. */
    int indexOf(Position<E> position) {
        int index = 0;
        DNode<E> node = nodeAt(position);
        while (node.getPrevious() != header) {
            node = node.getPrevious();
            index++;
        }
        return index;
    }

    /** The elements in order. */
    Object[] toArray() {
        Object[] elements = new Object[size];
        DNode<E> node = header.getNext();
        for (int i = 0; i < elements.length; i++) {
            elements[i] = node.getElement();
            node = node.getNext();
        }
        return elements;
    }

    /** Removes every element. */
    void clear() {
        while (!isEmpty()) {
            remove(first());
        }
    }
}
