package sound;

/** A ring of chars of fixed capacity. */
public class BoundedBuffer {
    private final char[] ring;
    private int head;
    private int count;

    public BoundedBuffer(int capacity) {
        if (capacity <= 0 || capacity > 1024) {
            throw new IllegalArgumentException("capacity");
        }
        ring = new char[capacity];
    }

    public boolean put(char c) {
        if (count == ring.length) {
            return false;
        }
        ring[(head + count) % ring.length] = c;
        count++;
        return true;
    }

    public char take() {
        if (count == 0) {
            throw new java.util.NoSuchElementException();
        }
        char c = ring[head];
        head = (head + 1) % ring.length;
        count--;
        return c;
    }

    public char peek(int offset) {
        if (offset < 0 || offset >= count) {
            throw new IndexOutOfBoundsException(offset);
        }
        return ring[(head + offset) % ring.length];
    }

    public int percentFull() {
        return count * 100 / ring.length;
    }

    public void clear() {
        head = 0;
        count = 0;
    }

    public String drain() {
        StringBuilder text = new StringBuilder();
        while (count > 0) {
            text.append(take());
        }
        return text.toString();
    }
}
