package structures.trees;

/** A binary heap of numbers in an array, the least first. */
public class IntHeap {
    private int[] items;
    private int size;

    public IntHeap(int capacity) {
        items = new int[capacity];                      // goal: reach throws java.lang.NegativeArraySizeException
    }

    /** Planted: the array does not grow. */
    // goal: branches
    public void add(int item) {
        int at = size++;
        items[at] = item;                               // goal: throws java.lang.ArrayIndexOutOfBoundsException
        while (at > 0 && items[(at - 1) / 2] > items[at]) {
            int parent = (at - 1) / 2;
            int kept = items[parent];
            items[parent] = items[at];
            items[at] = kept;
            at = parent;                                // goal: reach
        }
    }

    // goal: branches
    public int poll() {
        if (size == 0) {
            throw new IllegalStateException("empty");   // goal: throws java.lang.IllegalStateException
        }
        int least = items[0];
        items[0] = items[--size];
        int at = 0;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && items[child + 1] < items[child]) {
                child++;                                // goal: reach
            }
            if (items[at] <= items[child]) {
                break;                                  // goal: reach
            }
            int kept = items[at];
            items[at] = items[child];
            items[child] = kept;
            at = child;                                 // goal: reach
        }
        return least;
    }

    // goal: branches clean
    static boolean isHeap(int[] items) {
        if (items == null) {
            return true;                                // goal: reach
        }
        for (int i = 1; i < items.length; i++) {
            if (items[(i - 1) / 2] > items[i]) {
                return false;                           // goal: reach
            }
        }
        return true;                                    // goal: reach
    }

    // goal: branches
    static void siftDown(int[] items, int at) {
        if (at < 0) {
            throw new IllegalArgumentException();       // goal: throws java.lang.IllegalArgumentException
        }
        while (2 * at + 1 < items.length) {             // goal: throws java.lang.NullPointerException
            int child = 2 * at + 1;
            if (child + 1 < items.length && items[child + 1] < items[child]) {
                child++;                                // goal: reach
            }
            if (items[at] <= items[child]) {
                return;                                 // goal: reach
            }
            int kept = items[at];
            items[at] = items[child];
            items[child] = kept;
            at = child;                                 // goal: reach
        }
    }
}
