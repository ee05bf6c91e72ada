package lists;

/** Fig. 1 of Gomez-Zamalloa, Albert and Puebla (TPLP 2010): merging two sorted lists. */
class SortedList {
    SLNode first;

    public void merge(SortedList l) {
        SLNode p1;
        SLNode p2;
        SLNode curr;
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
