package pet;

/** An element of a singly linked chain. */
class Node<E> {
    E element;
    Node<E> next;

    Node(E element, Node<E> next) {
        this.element = element;
        this.next = next;
    }

    E getElement() {
        return element;
    }

    Node<E> getNext() {
        return next;
    }

    void setElement(E element) {
        this.element = element;
    }

    void setNext(Node<E> next) {
        this.next = next;
    }
}
