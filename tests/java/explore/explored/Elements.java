package explored;

/** Elements of arrays of references at indexes that are inputs. */
public final class Elements {
    private Elements() {
    }

    /** A node of a graph whose neighbours are in an array. */
    public static final class Node {
        int value;
        Node next;
        Node[] neighbours;
        int at;
    }

    /** A ring buffer: what is read and written depends on two fields. */
    public static final class Ring {
        private final String[] items = new String[4];
        private int head;
        private int size;

        public void put(String item) {
            if (size == items.length) {
                throw new IllegalStateException();
            }
            items[(head + size) % items.length] = item;
            size++;
        }

        public String take() {
            if (size == 0) {
                return null;
            }
            String item = items[head];
            items[head] = null;
            head = (head + 1) % items.length;
            size--;
            return item;
        }
    }

    public static void swap(Object[] a, int i, int j) {
        Object kept = a[i];
        a[i] = a[j];
        a[j] = kept;
    }

    public static void swapped(String[] a, int i, int j) {
        String kept = a[i];
        a[i] = a[j];
        a[j] = kept;
    }

    public static void rotate(Object[] a, int i, int j, int k) {
        Object kept = a[i];
        a[i] = a[j];
        a[j] = a[k];
        a[k] = kept;
    }

    public static int cell(int[][] rows, int i, int j) {
        return rows[i][j] > 5 ? 1 : 0;
    }

    /** Two rows may be one array. */
    public static int rows(int[][] rows, int i, int j) {
        rows[i][0] = 7;
        return rows[j][0] == 7 ? 1 : 0;
    }

    public static int length(String[] a, int i) {
        return a[i].length() > 3 ? 1 : 0;
    }

    public static String either(String[] a, int i) {
        String first = a[i];
        String second = a[i + 1];
        return first == null ? second : first;
    }

    /** The arrays may be one, and then the elements may be one. */
    public static void move(String[] a, int i, String[] b, int j) {
        String kept = a[i];
        if (kept != null && b[j] == null) {
            a[i] = null;
            b[j] = kept;
        }
    }

    /** The index is itself an element. */
    public static int indirect(String[] a, int[] indexes, int i) {
        if (a[indexes[i]] == null) {
            return -1;
        }
        a[indexes[i]] = null;
        return a[0] == null ? 1 : 2;
    }

    /** The arrays of two nodes may be one, or hold the nodes. */
    public static int link(Node one, Node other, int i) {
        Node found = one.neighbours[one.at];
        if (found == null || other.neighbours[other.at] != null) {
            return 0;
        }
        other.neighbours[i] = found;
        return other.neighbours[other.at] == found ? 1 : 2;
    }

    public static void chain(Node[] a, int i, int j) {
        a[i].next = a[j];
        a[j].value = a[i].value + 1;
    }

    /** Null and the array's own elements fit into an array of any class. */
    public static void shift(Object[] a, int i) {
        a[i] = a[i + 1];
        a[i + 1] = null;
    }

    /** A string fits into some arrays. */
    public static boolean mark(Object[] a, int i) {
        a[i] = "x";
        return a[0] == null;
    }

    /** The class of the array restricts what it holds. */
    public static int kind(Object[] a, int i) {
        if (a[i] instanceof Integer) {
            return a instanceof Integer[] ? 1 : 2;
        }
        return a instanceof String[] ? 3 : 4;
    }

    /** A clone is of the class of the array. */
    public static Object[] copy(Object[] a, int i, int j) {
        Object[] copy = a.clone();
        copy[i] = a[j];
        return copy;
    }

    /** The loop meets the element at the index again. */
    public static int missing(String[] a, int i) {
        if (a.length > 2) {
            return -1;
        }
        String kept = a[i];
        int count = 0;
        for (String each : a) {
            count += each == null ? 1 : 0;
        }
        return kept == null ? count : -count - 2;
    }
}
