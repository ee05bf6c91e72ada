package structures.lists;

/** A node of a circular list: a ring of one leads to itself. */
public class Ring {
    final int number;
    private Ring next;

    // goal: complete classes 1
    public Ring(int number) {
        this.number = number;
        this.next = this;
    }

    // goal: branches
    public void insert(Ring other) {
        if (other.next != other) {                      // goal: throws java.lang.NullPointerException
            throw new IllegalArgumentException("in a ring");    // goal: throws java.lang.IllegalArgumentException
        }
        other.next = next;
        next = other;                                   // goal: reach
    }

    // goal: branches clean
    public int size() {
        int size = 1;
        for (Ring at = next; at != this; at = at.next) {
            size++;
        }
        return size;                                    // goal: returns 1 returns 2 returns 3
    }

    // goal: branches clean
    public boolean holds(int wanted) {
        Ring at = this;
        do {
            if (at.number == wanted) {
                return true;                            // goal: reach
            }
            at = at.next;
        } while (at != this);
        return false;                                   // goal: reach
    }

    /** Counts out every step-th member until one is left. */
    // goal: branches
    public int survivor(int step) {
        if (step < 1 || step > 3) {
            throw new IllegalArgumentException("step");     // goal: throws java.lang.IllegalArgumentException
        }
        Ring at = this;
        while (at.next != at) {
            for (int i = 1; i < step; i++) {
                at = at.next;
            }
            at.next = at.next.next;                     // goal: reach
        }
        return at.number;                               // goal: reach
    }
}
