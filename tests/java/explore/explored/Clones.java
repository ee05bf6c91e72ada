package explored;

/** Clones of arrays that are inputs. */
public final class Clones {
    private Clones() {
    }

    static final class Holder {
        final Object[] held;

        Holder(Object[] held) {
            this.held = held == null ? new Object[0] : held.clone();
        }

        Object[] all() {
            return held.clone();
        }
    }

    /** No path needs to know the length. */
    static int size(Object[] items) {
        return new Holder(items).all().length;
    }

    /** The clone keeps what was there before the write. */
    static boolean before(String[] items) {
        if (items == null || items.length < 2) {
            return false;
        }
        String[] old = items.clone();
        items[0] = "new";
        return old[0] == null && items[1] != null && old[1].isEmpty();
    }

    /** What the clone holds is not written through it. */
    static String after(String[] items) {
        if (items == null || items.length == 0) {
            return null;
        }
        String[] copy = items.clone();
        copy[0] = "new";
        String[] again = copy.clone();
        return items[0] == null ? again[0] : items[0];
    }

    /** A new array of unknown length holds null wherever nothing was written. */
    static String made(int length, String first) {
        String[] all = new String[length];
        if (length > 3) {
            all[2] = first;
        }
        String[] copy = all.clone();
        if (length > 5) {
            copy[3] = "later";
            return all[3] == null ? copy[2] : "never";
        }
        return length > 0 ? all[0] : "empty";
    }

    /** What is returned has a length of its own. */
    static Object[] given(int length) {
        return new Object[length];
    }

    /** Looked at through one, returned through the other. */
    static String[] returned(String[] items) {
        if (items == null || items.length != 3) {
            return null;
        }
        String[] copy = items.clone();
        if (copy[1] != null) {
            items[1] = null;
        }
        return items[2] == null ? copy : items;
    }

    /** The clone is an array of the class of its original. */
    static Object[] pair(Object[] items) {
        return items.length == 2 ? items.clone() : null;
    }
}
