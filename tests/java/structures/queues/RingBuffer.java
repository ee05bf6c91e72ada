package structures.queues;

/** A queue in an array used in a circle. Planted: the front is not taken back to the start of the array. */
public class RingBuffer {
    private final int[] slots;
    private int front;
    private int size;

    // goal: complete branches
    public RingBuffer(int[] initial) {
        if (initial.length == 0) {                      // goal: throws java.lang.NullPointerException
            throw new IllegalArgumentException("no room");  // goal: throws java.lang.IllegalArgumentException
        }
        slots = initial.clone();
        size = initial.length;                          // goal: reach
    }

    // goal: branches
    public void add(int value) {
        if (size == slots.length) {
            throw new IllegalStateException("full");    // goal: throws java.lang.IllegalStateException
        }
        slots[(front + size) % slots.length] = value;   // goal: reach
        size++;
    }

    // goal: branches
    public int remove() {
        if (size == 0) {
            throw new IllegalStateException("empty");   // goal: throws java.lang.IllegalStateException
        }
        int value = slots[front];                       // goal: reach throws java.lang.ArrayIndexOutOfBoundsException
        front++;
        size--;
        return value;
    }

    // goal: branches
    public int first() {
        if (size == 0) {
            return -1;                                  // goal: reach
        }
        return slots[front];                            // goal: reach throws java.lang.ArrayIndexOutOfBoundsException
    }
}
