package domain;

import java.time.LocalDate;
import java.util.concurrent.atomic.AtomicInteger;

/** String builders, which a text gives, and sequences of chars. */
public final class Builders {
    private Builders() {
    }

    static void comma(StringBuilder text) {
        if (text.length() > 0) {
            text.append(',');
        }
    }

    static StringBuffer twice(StringBuffer text, String part) {
        return text.append(part).append(part);
    }

    static String quoted(StringBuilder text) {
        return "'" + text + "'";
    }

    static char first(StringBuilder text) {
        return text.charAt(0);
    }

    static void cut(StringBuilder text) {
        text.setLength(0);
    }

    static StringBuilder marked(String text) {
        return new StringBuilder(text).append('!');
    }

    /** They may be one object. */
    static boolean isEmptyAfter(StringBuilder one, StringBuilder other) {
        one.append('x');
        return other.length() == 0;
    }

    static boolean isZeroAfter(AtomicInteger one, AtomicInteger other) {
        one.incrementAndGet();
        return other.get() == 0;
    }

    static AtomicInteger counter(int from) {
        return new AtomicInteger(from + 1);
    }

    static LocalDate begin(int year) {
        return LocalDate.of(year, 1, 1);
    }

    static boolean isEmpty(CharSequence text) {
        return text == null || text.length() == 0;
    }

    static boolean isA(CharSequence text) {
        return text.length() == 1 && text.charAt(0) == 'a';
    }

    static CharSequence orElse(CharSequence text, CharSequence other) {
        return isEmpty(text) ? other : text;
    }

    static String shouted(CharSequence text) {
        return text.toString() + "!";
    }

    /** Classes of sequences throw different exceptions. */
    static char charAt(CharSequence text, int index) {
        return text.charAt(index);
    }

    /** So do they if it is caught. */
    static char charOr(CharSequence text, char other) {
        try {
            return text.charAt(0);
        } catch (StringIndexOutOfBoundsException outside) {
            return other;
        }
    }

    /** Only strings are equal to strings. */
    static boolean isAbc(CharSequence text) {
        return text.equals("abc");
    }

    /** No builder is in a set of strings. */
    static boolean isIn(java.util.Set<String> set, CharSequence text) {
        return set.contains(text);
    }

    /** The builder may be the sequence. */
    static boolean isEmptyAfterAll(CharSequence text, StringBuilder other) {
        other.append('x');
        return text.length() == 0;
    }

    /** Its text may be any, and null. */
    public interface Named {
        @Override
        String toString();

        int number();
    }

    static String named(Named named) {
        return new StringBuilder("x").append(named).toString();
    }

    /** Other types hold these objects, too. */
    static boolean isOne(StringBuilder text, Object other) {
        return text == other;
    }

    static boolean isOneNumber(Number number, Comparable<?> other) {
        return number == other;
    }

    /** A builder in a field. */
    public static boolean isLongTwice(StringBuilder text, String part) {
        text.append(part).append(part);
        return text.length() > 3;
    }

    public static int joinedLength(String left, String right) {
        String joined = left + "," + right;
        return joined.length() > 2 ? 2 : 1;
    }

    /** A text that is too long for the JVM comes back as 3. */
    public static int caught(String text) {
        try {
            return (text + text).length() > -1 ? 1 : 2;
        } catch (OutOfMemoryError e) {
            return 3;
        }
    }

    public static final class Line {
        private final StringBuilder text = new StringBuilder();

        public void put(char added) {
            text.append(added);
        }

        public String take() {
            String taken = text.toString();
            text.setLength(0);
            return taken;
        }

        public boolean isLong() {
            return text.length() > 2;
        }

        public boolean isComment() {
            return text.length() > 0 && text.charAt(0) == '#';
        }
    }
}
