package domain;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Methods that look at lists of any size. */
public class Lists {
    private final List<String> items = new ArrayList<>();

    public void add(String item) {
        if (item == null) {
            throw new IllegalArgumentException();
        }
        items.add(item);
    }

    public int count() {
        return items.size();
    }

    static int large(Collection<String> list) {
        return list.size() > 3 ? 1 : 0;
    }

    static Integer first(List<Integer> list) {
        return list.isEmpty() ? null : list.get(0);
    }

    static String at(ArrayList<String> list, int index) {
        return list.get(index);
    }

    static void swap(ArrayList<String> list, int i, int j) {
        String kept = list.get(i);
        list.set(i, list.get(j));
        list.set(j, kept);
    }

    static int both(ArrayList<String> one, ArrayList<String> other) {
        one.add("x");
        return other.size();
    }

    static int nested(ArrayList<ArrayList<String>> lists, int index) {
        return lists.get(index).size();
    }

    static boolean less(ArrayList<Integer> one, ArrayList<Integer> other, int index) {
        return one.get(index) < other.get(index);
    }

    static List<String> same(List<String> list) {
        return list;
    }

    /** Some lists extend this class. */
    static boolean isPlain(ArrayList<String> list) {
        return list.getClass() == ArrayList.class;
    }

    /** A list has a capacity, which calls can ask for. */
    static void reserve(ArrayList<String> list, int count) {
        list.ensureCapacity(count);
    }

    /** Other lists refuse it. */
    static void put(List<String> list, String item) {
        list.add(item);
    }
}
