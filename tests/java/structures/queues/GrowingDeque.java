package structures.queues;

/** A deque of numbers in a growing array used in a circle. */
public class GrowingDeque {
    private int[] slots = new int[2];
    private int front;
    private int size;

    private void room() {
        if (size == slots.length) {
            int[] more = new int[size * 2];
            for (int i = 0; i < size; i++) {
                more[i] = slots[(front + i) % slots.length];
            }
            slots = more;
            front = 0;
        }
    }

    // goal: clean
    public void addLast(int value) {
        room();
        slots[(front + size++) % slots.length] = value;     // goal: reach
    }

    // goal: clean
    public void addFirst(int value) {
        room();
        front = (front + slots.length - 1) % slots.length;
        slots[front] = value;                           // goal: reach
        size++;
    }

    // goal: branches
    public int removeFirst() {
        if (size == 0) {
            throw new IllegalStateException("empty");   // goal: throws java.lang.IllegalStateException
        }
        int value = slots[front];
        front = (front + 1) % slots.length;
        size--;
        return value;                                   // goal: reach
    }

    /** Planted: the place of the last one is not taken back into the array. */
    // goal: branches
    public int last() {
        if (size == 0) {
            throw new IllegalStateException("empty");   // goal: throws java.lang.IllegalStateException
        }
        return slots[front + size - 1];                 // goal: reach throws java.lang.ArrayIndexOutOfBoundsException
    }

    // goal: branches clean
    public int count(int value) {
        int found = 0;
        for (int i = 0; i < size; i++) {
            if (slots[(front + i) % slots.length] == value) {
                found++;                                // goal: reach
            }
        }
        return found;                                   // goal: returns 0 returns 1 returns 3
    }
}
