package structures.lists;

/** The classic exercises on linked lists. */
final class ListTools {

    private ListTools() { }

    /** Planted: a list of fewer than k nodes is not refused. */
    // goal: branches
    static int fromEnd(Node list, int k) {
        Node ahead = list;
        for (int i = 0; i < k; i++) {
            ahead = ahead.next;                         // goal: throws java.lang.NullPointerException
        }
        Node behind = list;
        while (ahead != null) {
            ahead = ahead.next;
            behind = behind.next;
        }
        return behind.value;                            // goal: reach throws java.lang.NullPointerException
    }

    /** The first node that two lists have in common. */
    // goal: branches
    static Node meeting(Node a, Node b) {
        for (Node x = a; x != null; x = x.next) {
            for (Node y = b; y != null; y = y.next) {
                if (x == y) {
                    return x;                           // goal: reach
                }
            }
        }
        return null;                                    // goal: reach
    }

    // goal: branches
    static boolean isPalindrome(Node list) {
        Node back = null;
        for (Node at = list; at != null; at = at.next) {
            back = new Node(at.value, back);
        }
        while (list != null) {
            if (list.value != back.value) {
                return false;                           // goal: reach
            }
            list = list.next;
            back = back.next;
        }
        return true;                                    // goal: reach
    }

    /** Adds two numbers whose digits stand in lists, the last digit first. */
    // goal: branches
    static Node add(Node a, Node b) {
        Node head = new Node(0, null);
        Node tail = head;
        int carry = 0;
        while (a != null || b != null) {
            int sum = carry;
            if (a != null) {
                sum += a.value;
                a = a.next;
            }
            if (b != null) {
                sum += b.value;
                b = b.next;
            }
            carry = sum > 9 ? 1 : 0;
            tail.next = new Node(sum % 10, null);
            tail = tail.next;
        }
        if (carry > 0) {
            tail.next = new Node(carry, null);          // goal: reach
        }
        return head.next;                               // goal: reach
    }

    // goal: branches
    static Node insertSorted(Node list, int value) {
        if (list == null || list.value >= value) {
            return new Node(value, list);               // goal: reach
        }
        Node at = list;
        while (at.next != null && at.next.value < value) {
            at = at.next;                               // goal: reach
        }
        at.next = new Node(value, at.next);             // goal: reach
        return list;
    }

    /** Whether the third node leads back to the first. */
    // goal: complete
    static boolean isTriangle(Node list) {
        if (list == null || list.next == null || list.next.next == null) {
            return false;                               // goal: reach
        }
        Node third = list.next.next;
        return third != list && third.next == list;     // goal: reach
    }

    // goal: branches
    static int cutCycle(Node list) {
        Node slow = list;
        Node fast = list;
        do {
            if (fast == null || fast.next == null) {
                return 0;                               // goal: reach returns 0
            }
            slow = slow.next;
            fast = fast.next.next;
        } while (slow != fast);
        int size = 1;
        while (fast.next != slow) {
            fast = fast.next;
            size++;
        }
        fast.next = null;                               // goal: reach
        return size;                                    // goal: returns 1 returns 2
    }
}
