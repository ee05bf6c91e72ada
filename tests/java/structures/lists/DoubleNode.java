package structures.lists;

/** A node of a doubly linked list. */
final class DoubleNode {
    int value;
    DoubleNode previous;
    DoubleNode next;

    // goal: complete classes 3
    static void link(DoubleNode a, DoubleNode b) {
        a.next = b;                                     // goal: throws java.lang.NullPointerException
        b.previous = a;                                 // goal: throws java.lang.NullPointerException
    }

    // goal: complete branches
    boolean isLinked() {
        if (next != null && next.previous != this) {
            return false;                               // goal: reach
        }
        if (previous != null && previous.next != this) {
            return false;                               // goal: reach
        }
        return true;                                    // goal: reach
    }

    /** Planted: the nodes at the ends have a neighbour on one side only. */
    // goal: complete
    int unlink() {
        previous.next = next;                           // goal: throws java.lang.NullPointerException
        next.previous = previous;                       // goal: throws java.lang.NullPointerException
        previous = null;
        next = null;
        return value;                                   // goal: reach
    }

    // goal: complete branches
    void insertAfter(DoubleNode fresh) {
        fresh.previous = this;                          // goal: throws java.lang.NullPointerException
        fresh.next = next;
        if (next != null) {
            next.previous = fresh;                      // goal: reach
        }
        next = fresh;                                   // goal: reach
    }

    // goal: branches
    DoubleNode first() {
        DoubleNode at = this;
        while (at.previous != null) {
            at = at.previous;
        }
        return at;                                      // goal: reach
    }

    // goal: branches
    static boolean isConsistent(DoubleNode list) {
        for (DoubleNode at = list; at != null; at = at.next) {
            if (at.next != null && at.next.previous != at) {
                return false;                           // goal: reach
            }
        }
        return true;                                    // goal: reach
    }
}
