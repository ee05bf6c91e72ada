package structures.queues;

/** A stack in an array of fixed size. Planted: a full stack does not refuse, an empty one answers what lies below. */
public class ArrayStack {
    private final int[] items;
    private int size;

    public ArrayStack(int capacity) {
        items = new int[capacity];                      // goal: reach throws java.lang.NegativeArraySizeException
    }

    public void push(int item) {
        items[size++] = item;                           // goal: throws java.lang.ArrayIndexOutOfBoundsException
    }

    public int pop() {
        return items[--size];                           // goal: reach throws java.lang.ArrayIndexOutOfBoundsException
    }

    // goal: branches
    public int peek() {
        if (size == 0) {
            throw new IllegalStateException("empty");   // goal: throws java.lang.IllegalStateException
        }
        return items[size - 1];                         // goal: reach
    }

    // goal: branches clean
    public int distinct() {
        int found = 0;
        for (int i = 0; i < size; i++) {
            boolean seen = false;
            for (int j = 0; j < i; j++) {
                if (items[j] == items[i]) {
                    seen = true;                        // goal: reach
                    break;
                }
            }
            if (!seen) {
                found++;
            }
        }
        return found;                                   // goal: returns 0 returns 1 returns 2
    }
}
