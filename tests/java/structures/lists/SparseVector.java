package structures.lists;

/** A vector as a linked list of its entries that are not 0, by index. */
public class SparseVector {

    static final class Entry {
        final int index;
        int value;
        Entry next;

        Entry(int index, int value, Entry next) {
            this.index = index;
            this.value = value;
            this.next = next;
        }
    }

    private Entry head;

    // goal: branches
    public void set(int index, int value) {
        if (index < 0) {
            throw new IndexOutOfBoundsException(index);     // goal: throws java.lang.IndexOutOfBoundsException
        }
        Entry before = null;
        Entry at = head;
        while (at != null && at.index < index) {
            before = at;
            at = at.next;                               // goal: reach
        }
        if (at != null && at.index == index) {
            at.value = value;                           // goal: reach
        } else if (before == null) {
            head = new Entry(index, value, at);         // goal: reach
        } else {
            before.next = new Entry(index, value, at);  // goal: reach
        }
    }

    // goal: branches clean
    public int get(int index) {
        for (Entry at = head; at != null && at.index <= index; at = at.next) {
            if (at.index == index) {
                return at.value;                        // goal: reach
            }
        }
        return 0;                                       // goal: returns 0
    }

    // goal: branches
    public int dot(SparseVector other) {
        int sum = 0;
        Entry a = head;
        Entry b = other.head;                           // goal: throws java.lang.NullPointerException
        while (a != null && b != null) {
            if (a.index == b.index) {
                sum += a.value * b.value;               // goal: reach
                a = a.next;
                b = b.next;
            } else if (a.index < b.index) {
                a = a.next;                             // goal: reach
            } else {
                b = b.next;                             // goal: reach
            }
        }
        return sum;                                     // goal: returns 0
    }
}
