package structures.lists;

/** A node of a singly linked list. A list is its first node, the empty list is null. */
final class Node {
    int value;
    Node next;

    // goal: complete classes 1
    Node(int value, Node next) {
        this.value = value;
        this.next = next;
    }

    // goal: branches
    static int length(Node list) {
        int n = 0;
        for (Node at = list; at != null; at = at.next) {
            n++;
        }
        return n;                                       // goal: returns 0 returns 1 returns 3
    }

    // goal: branches
    static boolean isCyclic(Node list) {
        Node slow = list;
        Node fast = list;
        while (fast != null && fast.next != null) {
            slow = slow.next;
            fast = fast.next.next;
            if (slow == fast) {
                return true;                            // goal: reach
            }
        }
        return false;                                   // goal: reach
    }

    // goal: branches
    static Node reverse(Node list) {
        Node done = null;
        Node rest = list;
        while (rest != null) {
            Node next = rest.next;
            rest.next = done;
            done = rest;
            rest = next;
        }
        return done;                                    // goal: reach
    }

    // goal: branches
    static Node merge(Node a, Node b) {
        Node head = new Node(0, null);
        Node tail = head;
        while (a != null && b != null) {
            if (a.value <= b.value) {
                tail.next = a;                          // goal: reach
                a = a.next;
            } else {
                tail.next = b;                          // goal: reach
                b = b.next;
            }
            tail = tail.next;
        }
        tail.next = a != null ? a : b;
        return head.next;                               // goal: reach
    }

    // goal: branches
    int last() {
        Node at = this;
        while (at.next != null) {
            at = at.next;
        }
        return at.value;                                // goal: reach
    }

    /** Planted: an index beyond the end is not refused. */
    // goal: branches
    int nth(int index) {
        Node at = this;
        for (int i = 0; i < index; i++) {
            at = at.next;                               // goal: throws java.lang.NullPointerException
        }
        return at.value;                                // goal: reach throws java.lang.NullPointerException
    }

    /** Planted: a value that is not in the list is sought beyond its end. */
    // goal: branches
    static Node without(Node list, int value) {
        if (list == null) {
            return null;                                // goal: reach
        }
        if (list.value == value) {
            return list.next;                           // goal: reach
        }
        Node at = list;
        while (at.next.value != value) {                // goal: throws java.lang.NullPointerException
            at = at.next;
        }
        at.next = at.next.next;                         // goal: reach
        return list;
    }

    // goal: branches
    static boolean same(Node a, Node b) {
        while (a != null && b != null) {
            if (a.value != b.value) {
                return false;                           // goal: reach
            }
            a = a.next;
            b = b.next;
        }
        return a == b;                                  // goal: reach
    }

    // goal: complete classes 4
    static void exchange(Node a, Node b) {
        Node kept = a.next;                             // goal: throws java.lang.NullPointerException
        a.next = b.next;                                // goal: throws java.lang.NullPointerException
        b.next = kept;                                  // goal: reach
    }
}
