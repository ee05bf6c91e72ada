package sound;

/** A stack of ints in a private array. */
public final class IntStack {
    private int[] items = new int[2];
    private int size;

    public void push(int value) {
        if (size == items.length) {
            int[] larger = new int[size * 2];
            for (int i = 0; i < size; i++) {
                larger[i] = items[i];
            }
            items = larger;
        }
        items[size++] = value;
    }

    public int pop() {
        if (size == 0) {
            throw new IllegalStateException("empty");
        }
        return items[--size];
    }

    public int peek() {
        if (isEmpty()) {
            throw new IllegalStateException("empty");
        }
        return items[size - 1];
    }

    public int at(int depth) {
        if (depth < 0 || depth >= size) {
            throw new IndexOutOfBoundsException("depth " + depth);
        }
        return items[size - 1 - depth];
    }

    public void swap() {
        if (size < 2) {
            return;
        }
        int top = items[size - 1];
        items[size - 1] = items[size - 2];
        items[size - 2] = top;
    }

    public int average() {
        if (size == 0) {
            return 0;
        }
        long sum = 0;
        for (int i = 0; i < size; i++) {
            sum += items[i];
        }
        return (int) (sum / size);
    }

    public boolean isEmpty() {
        return size == 0;
    }
}
