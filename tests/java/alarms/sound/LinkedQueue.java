package sound;

/** A queue of linked nodes. */
public class LinkedQueue<T> {
    private static final class Node<T> {
        final T value;
        Node<T> next;

        Node(T value) {
            this.value = value;
        }
    }

    private Node<T> head;
    private Node<T> tail;
    private int size;

    public void enqueue(T value) {
        if (value == null) {
            throw new NullPointerException();
        }
        Node<T> node = new Node<>(value);
        if (tail == null) {
            head = node;
        } else {
            tail.next = node;
        }
        tail = node;
        size++;
    }

    public T dequeue() {
        if (size == 0) {
            throw new IllegalStateException("empty");
        }
        T value = head.value;
        head = head.next;
        size--;
        if (head == null) {
            tail = null;
        }
        return value;
    }

    public T last() {
        return size == 0 ? null : tail.value;
    }

    public int textLength() {
        int length = 0;
        for (Node<T> node = head; node != null; node = node.next) {
            length += node.value.toString() == null ? 0 : 1;
        }
        return length;
    }

    public void rotate() {
        if (size < 2) {
            return;
        }
        Node<T> first = head;
        head = head.next;
        tail.next = first;
        first.next = null;
        tail = first;
    }

    public T at(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException(index);
        }
        Node<T> node = head;
        for (int i = 0; i < index; i++) {
            node = node.next;
        }
        return node.value;
    }
}
