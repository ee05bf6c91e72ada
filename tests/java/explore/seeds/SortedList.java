package seeds;

/** The running example of PET (Fig. 1): merging sorted lists. */
public class SortedList {
    static class Node {
        int data;
        Node next;
    }

    Node first;

    void merge(SortedList l) {
        Node p1, p2, curr;
        p1 = first;
        p2 = l.first;
        if (p1.data <= p2.data) {
            p1 = p1.next;
        } else {
            first = p2;
            p2 = p2.next;
        }
        curr = first;
        while (p1 != null && p2 != null) {
            if (p1.data <= p2.data) {
                curr.next = p1;
                p1 = p1.next;
            } else {
                curr.next = p2;
                p2 = p2.next;
            }
            curr = curr.next;
        }
        if (p1 == null) {
            curr.next = p2;
        } else {
            curr.next = p1;
        }
    }
}
