package explored;
import java.util.Locale;
/** Methods whose results depend on the identity of strings, boxes, constants and other objects. */
public class Identities {
    enum Color { RED, GREEN }
    static final String SHARED = new String("shared");
    static final Object NONE = new Object();
    static final Identities ZERO = new Identities(0);
    int value;
    Identities(int value) { this.value = value; }
    static int literal(String text) {
        if (text == "true") return 1;
        if ("true".equals(text)) return 2;
        return 3;
    }
    static int two(String a, String b) {
        if (a == null || b == null) return 0;
        if (a == b) {
            if (a == "x") return 1;
            if (a.equals("x")) return 2;
            return 3;
        }
        return a.equals(b) ? 4 : 5;
    }
    static int intern(String a) {
        if (a == null) return 0;
        if (a.intern() == a) return 1;
        return a.intern() == "q" ? 2 : 3;
    }
    static int boxes(Integer a, Integer b) {
        if (a == b) return a == null ? 0 : a == 1000 ? 1 : 2;
        if (a == null || b == null) return 3;
        return a.equals(b) ? 4 : 5;
    }
    static int flag(Boolean b) {
        if (b == Boolean.TRUE) return 1;
        if (b == Boolean.FALSE) return 2;
        return b == null ? 3 : 4;
    }
    static int doubles(Double a, Double b) {
        if (a == null || b == null) return 0;
        if (a == b) return 1;
        return a.equals(b) ? 2 : 3;
    }
    static int color(Color c) { return c == Color.RED ? 1 : c == Color.GREEN ? 2 : c == null ? 3 : 4; }
    static int colors(Color c, Color d) { return c == d ? 1 : 2; }
    static int shared(String s) { return s == SHARED ? 1 : 2; }
    static int none(Object o) { return o == NONE ? 1 : 2; }
    static int object(Object o) { return o == "word" ? 1 : o instanceof String ? 2 : 3; }
    int zero() { return this == ZERO ? 1 : 2; }
    static int kind(Class<?> c) { return c == String.class ? 1 : c == int.class ? 2 : 3; }
    static int cased(String s) {
        if (s == null) return -1;
        String t = s.toLowerCase(Locale.ROOT);
        return t == s ? 1 : 2;
    }

    static int trimmed(String s) {
        if (s == null) return -1;
        String t = s.trim();
        return t == s ? s == "x" ? 1 : 2 : 3;
    }

    static int distant(String a, String b) {
        if (a == null || b == null) return 0;
        if (a != "x" && b == "x" && a.equals("x")) {
            return a.intern() == b ? 1 : 2;
        }
        return a == b && a != a.intern() ? 3 : 4;
    }

    static int wide(Object a, Object b) {
        if (a == b) return 0;
        if (a == null || b == null) return 1;
        if (a instanceof String && b instanceof String) return a.equals(b) ? 2 : 3;
        if (a instanceof Integer && b instanceof Integer) return a.equals(b) ? 4 : 5;
        if (a instanceof Color && b instanceof Color) return 6;
        return 7;
    }
}
