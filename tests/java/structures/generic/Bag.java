package structures.generic;

import java.util.Iterator;

/** A growing array of items. Planted: toArray() promises an array of T and gives one of Object. */
public class Bag<T> implements Iterable<T> {
    private Object[] items = new Object[2];
    private int size;

    // goal: branches clean
    public void add(T item) {
        if (size == items.length) {
            Object[] more = new Object[size * 2];
            System.arraycopy(items, 0, more, 0, size);
            items = more;                               // goal: reach
        }
        items[size++] = item;                           // goal: reach
    }

    @SuppressWarnings("unchecked")
    public T get(int index) {
        return (T) items[index];                        // goal: reach throws java.lang.ArrayIndexOutOfBoundsException
    }

    @SuppressWarnings("unchecked")
    // goal: branches clean
    public T[] toArray() {
        Object[] copy = new Object[size];
        for (int i = 0; i < size; i++) {
            copy[i] = items[i];                         // goal: reach
        }
        return (T[]) copy;
    }

    @Override
    public Iterator<T> iterator() {
        return new Iterator<>() {                       // goal: reach
            private int at;

            @Override
            public boolean hasNext() {
                return at < size;
            }

            @Override
            public T next() {
                return get(at++);
            }
        };
    }

    public static int first(Bag<Integer> bag) {
        Integer[] items = bag.toArray();                // goal: throws java.lang.ClassCastException throws java.lang.NullPointerException
        return items.length == 0 ? 0 : items[0];        // goal: unreached
    }

    // goal: branches
    public static int longest(Bag<String> bag) {
        int longest = 0;
        for (String text : bag) {                       // goal: throws java.lang.NullPointerException
            if (text.length() > longest) {              // goal: throws java.lang.NullPointerException
                longest = text.length();                // goal: reach
            }
        }
        return longest;                                 // goal: returns 0
    }
}
