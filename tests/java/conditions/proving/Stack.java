package proving;

/** A stack that only its own methods change, and its law. */
public class Stack {
    private int[] items = new int[4];
    private int size;

    public void push(int x) {
        if (size == items.length) {
            int[] more = new int[2 * size];
            System.arraycopy(items, 0, more, 0, size);
            items = more;
        }
        items[size++] = x;
    }

    public int pop() {
        if (size == 0) {
            throw new IllegalStateException("empty");
        }
        return items[--size];
    }

    public int pushed(int x) {
        push(x);
        return pop();
    }

    public int lost(int x) {
        push(x);
        if (size == 3) {
            items[2] = 0;
        }
        return pop();
    }
}
