package pet;

/** A stack of linked nodes. */
class NodeStack<E> {
    Node<E> top;
    int size;

    NodeStack() {
        top = null;
        size = 0;
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return top == null;
    }

    void push(E element) {
        top = new Node<>(element, top);
        size++;
    }

    E top() {
        if (isEmpty()) {
            throw new EmptyStackException("the stack is empty");
        }
        return top.getElement();
    }

    E pop() {
        if (isEmpty()) {
            throw new EmptyStackException("the stack is empty");
        }
        Node<E> node = top;
        E element = node.getElement();
        top = node.getNext();
        node.setElement(null);
        node.setNext(null);
        size--;
        return element;
    }
}
