package sound;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** Hands out the elements of an array, each once. */
public class ArrayCursor implements Iterator<String> {
    private final String[] items;
    private int next;
    private int last = -1;

    public ArrayCursor(String... items) {
        this.items = items.clone();
    }

    @Override
    public boolean hasNext() {
        return next < items.length;
    }

    @Override
    public String next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        last = next++;
        return items[last];
    }

    @Override
    public void remove() {
        if (last < 0) {
            throw new IllegalStateException();
        }
        items[last] = "";
        last = -1;
    }

    public void skip() {
        while (next < items.length && (items[next] == null || items[next].isEmpty())) {
            next++;
        }
    }

    public int lengthOfLast() {
        if (last < 0) {
            throw new IllegalStateException();
        }
        return items[last] == null ? 0 : items[last].length();
    }

    public int left() {
        return items.length - next;
    }
}
