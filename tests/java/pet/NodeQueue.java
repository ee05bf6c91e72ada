package pet;

/** A queue of linked nodes. */
class NodeQueue<E> {
    Node<E> head;
    Node<E> tail;
    int size;

    NodeQueue() {
        head = null;
        tail = null;
        size = 0;
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return head == null;
    }

    E front() {
        if (isEmpty()) {
            throw new EmptyQueueException("the queue is empty");
        }
        return head.getElement();
    }

    void enqueue(E element) {
        Node<E> node = new Node<>(null, null);
        node.setElement(element);
        node.setNext(null);
        if (isEmpty()) {
            head = node;
        } else {
            tail.setNext(node);
        }
        tail = node;
        size++;
    }

    E dequeue() {
        if (isEmpty()) {
            throw new EmptyQueueException("the queue is empty");
        }
        Node<E> node = head;
        E element = node.getElement();
        head = node.getNext();
        node.setElement(null);
        node.setNext(null);
        size--;
        if (head == null) {
            tail = null;
        }
        return element;
    }
}
