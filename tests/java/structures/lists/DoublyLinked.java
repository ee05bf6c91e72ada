package structures.lists;

import java.util.NoSuchElementException;

/** A doubly linked list of numbers that hides its links. */
public class DoublyLinked {

    private static final class Link {
        final int value;
        Link before;
        Link after;

        Link(int value) {
            this.value = value;
        }
    }

    private Link first;
    private Link last;

    // goal: branches clean
    public void addLast(int value) {
        Link link = new Link(value);
        link.before = last;
        if (last == null) {
            first = link;                               // goal: reach
        } else {
            last.after = link;                          // goal: reach
        }
        last = link;
    }

    // goal: branches clean
    public void addFirst(int value) {
        Link link = new Link(value);
        link.after = first;
        if (first == null) {
            last = link;                                // goal: reach
        } else {
            first.before = link;                        // goal: reach
        }
        first = link;
    }

    /** Planted: removing the only element leaves its link as the last one. */
    // goal: branches
    public int removeFirst() {
        if (first == null) {
            throw new NoSuchElementException("empty");  // goal: throws java.util.NoSuchElementException
        }
        int value = first.value;
        first = first.after;
        if (first != null) {
            first.before = null;                        // goal: reach
        }
        return value;                                   // goal: reach
    }

    // goal: branches
    public int removeLast() {
        if (last == null) {
            throw new NoSuchElementException("empty");  // goal: throws java.util.NoSuchElementException
        }
        int value = last.value;
        last = last.before;
        if (last == null) {
            first = null;                               // goal: reach
        } else {
            last.after = null;                          // goal: reach
        }
        return value;                                   // goal: reach
    }

    // goal: branches clean
    public boolean remove(int value) {
        for (Link at = first; at != null; at = at.after) {
            if (at.value == value) {
                if (at.before == null) {
                    first = at.after;                   // goal: reach
                } else {
                    at.before.after = at.after;         // goal: reach
                }
                if (at.after == null) {
                    last = at.before;                   // goal: reach
                } else {
                    at.after.before = at.before;        // goal: reach
                }
                return true;
            }
        }
        return false;                                   // goal: reach
    }

    /** What the planted fault of removeFirst() leads to: first is null where last is not. */
    // goal: branches
    public int span() {
        if (last == null) {
            return 0;                                   // goal: returns 0
        }
        return last.value - first.value;                // goal: reach throws java.lang.NullPointerException
    }

    // goal: branches clean
    public boolean isSorted() {
        for (Link at = first; at != null && at.after != null; at = at.after) {
            if (at.value > at.after.value) {
                return false;                           // goal: reach
            }
        }
        return true;                                    // goal: reach
    }
}
