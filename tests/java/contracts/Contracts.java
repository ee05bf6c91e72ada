import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.text.NumberFormat;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

/** What implementations of JDK types may and may not do. What only a broken contract reaches is unreached (never proved: stubs throw nothing else, and write nothing). */
public class Contracts {
    // goal: explored
    static int count(Reader in) throws IOException {
        char[] buffer = new char[10];
        int read = in.read(buffer);
        if (read > 10) {
            return 1; // goal: unreached
        }
        if (read < -1 || read == 0) {
            return 2; // goal: unreached
        }
        return read == 10 ? 3 : read == -1 ? 4 : 5; // goal: returns 3 returns 4 returns 5
    }

    // goal: explored
    static int octet(InputStream in) throws IOException {
        int read = in.read();
        if (read > 255 || read < -1) {
            return 1; // goal: unreached
        }
        return read == 255 ? 2 : 3; // goal: returns 2 returns 3
    }

    static int[] columns(ResultSetMetaData data) throws SQLException {
        int[] widths = new int[data.getColumnCount()]; // goal: reach
        if (data.getColumnCount() != widths.length) {
            throw new AssertionError(); // goal: unreached
        }
        return widths;
    }

    static Object first(Iterator<String> all) {
        if (!all.hasNext()) {
            return null; // goal: reach
        }
        if (!all.hasNext()) {
            return 1; // goal: unreached
        }
        try {
            return all.next(); // goal: reach
        } catch (NoSuchElementException e) {
            return 2; // goal: unreached
        }
    }

    static int ends(Iterator<String> all) {
        try {
            all.next(); // goal: reach
            return 1; // goal: returns 1
        } catch (NoSuchElementException e) {
            return all.hasNext() ? 2 : 3; // goal: returns 3
        }
    }

    static Object unchecked(Enumeration<String> all) {
        return all.nextElement(); // goal: throws java.util.NoSuchElementException
    }

    static int second(Iterator<Integer> all) {
        int found = 0;
        if (all.hasNext()) {
            all.next();
            if (all.hasNext()) {
                found = 1;
                all.next(); // goal: reach
                if (!all.hasNext()) {
                    found = 2;
                }
            }
        }
        return found; // goal: returns 0 returns 1 returns 2
    }

    // goal: explored
    static int order(Comparator<Object> order, Object first, Object second) {
        int there = order.compare(first, second);
        int back = order.compare(second, first);
        if (there < 0 && back < 0) {
            return 1; // goal: unreached
        }
        if (there == 0 && back != 0) {
            return 2; // goal: unreached
        }
        return there > 0 && back < 0 ? 3 : there < 0 && back > 0 ? 4 : 5; // goal: returns 3 returns 4 returns 5
    }

    // goal: explored
    static int transitive(Comparator<Object> order) {
        Object a = "a";
        Object b = "b";
        Object c = "c";
        if (order.compare(a, b) < 0 && order.compare(b, c) < 0) {
            if (order.compare(a, c) >= 0) {
                return 1; // goal: unreached
            }
            return 2; // goal: returns 2
        }
        return 3; // goal: returns 3
    }

    static void sorted(List<String> list, Comparator<String> order) {
        list.sort(order); // goal: reach
    }

    // goal: explored
    static int steady(CharSequenceOf<String> text) {
        if (text.length() < 0) {
            return 1; // goal: unreached
        }
        if (text.length() != text.length()) {
            return 2; // goal: unreached
        }
        return text.length() == 7 ? 3 : 4; // goal: returns 3 returns 4
    }

    // goal: explored
    static int entry(Map.Entry<String, Integer> entry) {
        if (entry.getKey() != entry.getKey()) {
            return 1; // goal: unreached
        }
        return entry.getKey() == null ? 2 : 3; // goal: returns 2 returns 3
    }

    /** A stub that is cloned goes on with the same answers. */
    static int copied(Source source) throws CloneNotSupportedException {
        int first = source.next();
        Source copy = source.copy();
        int second = source.next();
        if (copy.next() != second) {
            return 1; // goal: unreached
        }
        return first == 5 && second == 6 ? 2 : 3; // goal: returns 2 returns 3
    }

    /** The copy of a stub of the JDK's. */
    static int format(NumberFormat format) {
        NumberFormat copy = (NumberFormat) format.clone();
        return copy.parse("1", null) == null ? 1 : 2; // goal: returns 1 returns 2
    }

    /** Nothing is promised of what the analysed code declares itself. */
    static int free(Gauge gauge) {
        int[] cells = new int[gauge.size()]; // goal: throws java.lang.NegativeArraySizeException
        return cells.length;
    }

    interface CharSequenceOf<T> extends CharSequence {
        T get();
    }

    interface Gauge {
        int size();
    }

    public abstract static class Source implements Cloneable {
        abstract int next();

        Source copy() throws CloneNotSupportedException {
            return (Source) clone();
        }
    }

    public abstract static class Lines implements Iterator<String> {
        int number;
    }

    /** An exception from a stub of an abstract class. */
    static int lines(Lines lines) {
        try {
            lines.next();
            return lines.hasNext() ? 1 : 2; // goal: returns 1 returns 2
        } catch (NoSuchElementException e) {
            return 3; // goal: returns 3
        }
    }
}
