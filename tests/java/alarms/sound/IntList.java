package sound;

import java.util.Arrays;

/** A list of ints that grows. */
public class IntList {
    private int[] items;
    private int size;

    public IntList() {
        items = new int[4];
    }

    public IntList(int... values) {
        items = Arrays.copyOf(values, Math.max(4, values.length));
        size = values.length;
    }

    public void add(int value) {
        grow();
        items[size++] = value;
    }

    private void grow() {
        if (size == items.length) {
            items = Arrays.copyOf(items, size * 2);
        }
    }

    public void insert(int index, int value) {
        if (index < 0 || index > size) {
            throw new IndexOutOfBoundsException(index);
        }
        grow();
        System.arraycopy(items, index, items, index + 1, size - index);
        items[index] = value;
        size++;
    }

    public int remove(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException(index);
        }
        int old = items[index];
        System.arraycopy(items, index + 1, items, index, size - index - 1);
        size--;
        return old;
    }

    public int get(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException(index);
        }
        return items[index];
    }

    public int indexOf(int value) {
        for (int i = 0; i < size; i++) {
            if (items[i] == value) {
                return i;
            }
        }
        return -1;
    }

    public int max() {
        if (size == 0) {
            throw new IllegalStateException();
        }
        int best = items[0];
        for (int i = 1; i < size; i++) {
            best = Math.max(best, items[i]);
        }
        return best;
    }

    public int[] toArray() {
        return Arrays.copyOf(items, size);
    }

    public boolean isSorted() {
        for (int i = 1; i < size; i++) {
            if (items[i - 1] > items[i]) {
                return false;
            }
        }
        return true;
    }
}
