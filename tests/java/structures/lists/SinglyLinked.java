package structures.lists;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** A singly linked list that hides its nodes; null is no element of it. */
public class SinglyLinked<T> implements Iterable<T> {

    private static final class Link<T> {
        final T item;
        Link<T> next;

        Link(T item) {
            this.item = item;
        }
    }

    private Link<T> head;
    private Link<T> tail;
    private int size;

    // goal: branches
    public void add(T item) {
        if (item == null) {
            throw new IllegalArgumentException("item");     // goal: throws java.lang.IllegalArgumentException
        }
        Link<T> link = new Link<>(item);
        if (head == null) {
            head = link;                                // goal: reach
        } else {
            tail.next = link;                           // goal: reach
        }
        tail = link;
        size++;
    }

    /** Planted: the last link stays the tail when it was the head, too. */
    // goal: branches
    public T removeFirst() {
        if (head == null) {
            throw new NoSuchElementException();         // goal: throws java.util.NoSuchElementException
        }
        T item = head.item;
        head = head.next;
        size--;
        return item;                                    // goal: reach
    }

    /** Planted: what removeFirst() leaves behind shows here. */
    // goal: branches
    public T last() {
        if (tail == null) {
            return null;                                // goal: reach
        }
        if (size == 0) {
            throw new IllegalStateException("tail of an empty list");   // goal: throws java.lang.IllegalStateException
        }
        return tail.item;                               // goal: reach
    }

    // goal: branches
    public T get(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException(index);     // goal: throws java.lang.IndexOutOfBoundsException
        }
        Link<T> at = head;
        while (index-- > 0) {
            at = at.next;
        }
        return at.item;                                 // goal: reach
    }

    // goal: branches
    public int indexOf(Object item) {
        int index = 0;
        for (Link<T> at = head; at != null; at = at.next) {
            if (at.item.equals(item)) {
                return index;                           // goal: returns 0 returns 1
            }
            index++;
        }
        return -1;                                      // goal: returns -1
    }

    // goal: branches clean
    public void reverse() {
        Link<T> done = null;
        tail = head;
        for (Link<T> at = head; at != null;) {
            Link<T> next = at.next;
            at.next = done;
            done = at;
            at = next;
        }
        head = done;
    }

    // goal: explored clean
    public int size() {
        return size;                                    // goal: returns 0 returns 1
    }

    @Override
    public Iterator<T> iterator() {
        return new Walk();                              // goal: reach
    }

    private final class Walk implements Iterator<T> {
        private Link<T> at = head;

        @Override
        public boolean hasNext() {
            return at != null;
        }

        @Override
        public T next() {
            if (at == null) {
                throw new NoSuchElementException();
            }
            T item = at.item;
            at = at.next;
            return item;
        }
    }

    // goal: branches
    public static int total(SinglyLinked<Integer> numbers) {
        int sum = 0;
        for (int number : numbers) {                    // goal: throws java.lang.NullPointerException
            sum += number;                              // goal: reach
        }
        return sum;                                     // goal: returns 0
    }
}
