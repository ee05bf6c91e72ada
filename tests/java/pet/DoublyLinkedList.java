package pet;

/** A doubly linked list of numbers between two sentinels. */
public class DoublyLinkedList {
    static class Node {
        int value;
        Node previous;
        Node next;

        Node(int value, Node previous, Node next) {
            this.value = value;
            this.previous = previous;
            this.next = next;
        }

        int getValue() {
            return value;
        }

        void setValue(int value) {
            this.value = value;
        }

        Node getPrevious() {
            return previous;
        }

        void setPrevious(Node previous) {
            this.previous = previous;
        }

        Node getNext() {
            return next;
        }

        void setNext(Node next) {
            this.next = next;
        }
    }

    int size;
    Node header;
    Node trailer;

    DoublyLinkedList() {
        header = new Node(0, null, null);
        trailer = new Node(0, header, null);
        header.setNext(trailer);
    }

    boolean isEmpty() {
        return size == 0;
    }

    Node first() {
        if (isEmpty()) {
            throw new IllegalStateException("the list is empty");
        }
        return header.getNext();
    }

    Node last() {
        if (isEmpty()) {
            throw new IllegalStateException("the list is empty");
        }
        return trailer.getPrevious();
    }

    /** The node that many places after the first. */
    Node at(int index) {
        if (index < 0 || index >= size) {
            throw new IllegalArgumentException("no such place");
        }
        Node node = header.getNext();
        for (int i = 0; i < index; i++) {
            node = node.getNext();
        }
        return node;
    }

    Node find(int value) {
        for (Node node = header.getNext(); node != trailer; node = node.getNext()) {
            if (node.getValue() == value) {
                return node;
            }
        }
        return null;
    }

    private void addBetween(int value, Node before, Node after) {
        Node node = new Node(value, before, after);
        before.setNext(node);
        after.setPrevious(node);
        size++;
    }

    void addFirst(int value) {
        addBetween(value, header, header.getNext());
    }

    void addLast(int value) {
        addBetween(value, trailer.getPrevious(), trailer);
    }

    void unlink(Node node) {
        Node before = node.getPrevious();
        Node after = node.getNext();
        before.setNext(after);
        after.setPrevious(before);
        node.setPrevious(null);
        node.setNext(null);
        size--;
    }

    int removeFirst() {
        Node node = first();
        unlink(node);
        return node.getValue();
    }

    int removeLast() {
        Node node = last();
        unlink(node);
        return node.getValue();
    }

    /** Unlinks every node with this value and says how many there were. */
    int removeAll(int value) {
        int removed = 0;
        Node node = header.getNext();
        while (node != trailer) {
            Node next = node.getNext();
            if (node.getValue() == value) {
                unlink(node);
                removed++;
            }
            node = next;
        }
        return removed;
    }

    /** Exchanges two values by their places. */
    void swap(int left, int right) {
        Node one = at(left);
        Node other = at(right);
        int value = one.getValue();
        one.setValue(other.getValue());
        other.setValue(value);
    }
}
