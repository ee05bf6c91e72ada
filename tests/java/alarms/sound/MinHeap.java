package sound;

import java.util.NoSuchElementException;

/** A heap whose smallest value comes first. */
public class MinHeap {
    private int[] heap = new int[3];
    private int size;

    public void offer(int value) {
        if (size == heap.length) {
            heap = java.util.Arrays.copyOf(heap, 2 * size + 1);
        }
        int at = size++;
        while (at > 0 && heap[(at - 1) / 2] > value) {
            heap[at] = heap[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        heap[at] = value;
    }

    public int smallest() {
        if (size == 0) {
            throw new NoSuchElementException();
        }
        return heap[0];
    }

    public int poll() {
        int result = smallest();
        int moved = heap[--size];
        int at = 0;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && heap[child + 1] < heap[child]) {
                child++;
            }
            if (moved <= heap[child]) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = moved;
        return result;
    }

    public int depth() {
        return size == 0 ? 0 : 32 - Integer.numberOfLeadingZeros(size);
    }

    public int anyLeaf() {
        return size == 0 ? -1 : heap[size - 1];
    }
}
