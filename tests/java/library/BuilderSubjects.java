/** One method per modelled operation of the builders. */
class BuilderSubjects {
    static String appendInt(String s, int i) { return new StringBuilder(s).append(i).toString(); }
    static String appendLong(String s, long i) { return new StringBuilder(s).append(i).append('x').toString(); }
    static String appendMany(String s, boolean b, char c) {
        return new StringBuilder().append(b).append(c).append(s).append((String) null).append((Object) s).toString();
    }
    static String appendObject(int i) { return new StringBuilder().append((Object) i).append(new Named(i)).toString(); }
    static String appendChars(String s) { return new StringBuffer().append(s.toCharArray()).append(s.toCharArray(), 0, 1).toString(); }
    static String appendRange(String s, int i, int j) { return new StringBuilder("<").append(s, i, j).toString(); }
    static String appendCodePoint(int c) { return new StringBuilder("<").appendCodePoint(c).toString(); }
    static String appendDouble(double d, float f) { return new StringBuilder().append(d).append(f).toString(); }
    static String insertAt(String s, int i) { return new StringBuilder(s).insert(i, "--").toString(); }
    static String insertInt(String s, int i, int v) { return new StringBuilder(s).insert(i, v).insert(0, 'c').toString(); }
    static String insertObject(String s, int i) { return new StringBuilder(s).insert(i, new Named(i)).toString(); }
    static String deleteAt(String s, int i) { return new StringBuilder(s).deleteCharAt(i).toString(); }
    static String deleteRange(String s, int i, int j) { return new StringBuilder(s).delete(i, j).toString(); }
    static String replaceRange(String s, int i, int j) { return new StringBuffer(s).replace(i, j, "**").toString(); }
    static String setAt(String s, int i, char c) {
        StringBuilder b = new StringBuilder(s);
        b.setCharAt(i, c);
        return b.toString();
    }
    static String setLength(String s, int n) {
        StringBuilder b = new StringBuilder(s);
        b.setLength(n);
        return b.toString();
    }
    static String reversed(String s) { return new StringBuilder(s).reverse().toString(); }
    static char at(String s, int i) { return new StringBuilder(s).append("abc").charAt(i); }
    static int length(String s, int i) { return new StringBuilder(s).append(i).length(); }
    static int indexOf(String s, String t) { return new StringBuilder(s).indexOf(t); }
    static int lastIndexOf(String s, String t, int i) { return new StringBuilder(s).lastIndexOf(t, i); }
    static String sub(String s, int i, int j) { return new StringBuilder(s).substring(i, j); }
    static String copied(String s) { return new String(new StringBuilder((CharSequence) s)); }
    static boolean content(String s) { return s.contentEquals(new StringBuilder("ab").append('c')); }
    static int compared(String s, String t) { return new StringBuilder(s).compareTo(new StringBuilder(t)); }
    static String shared(String s) {
        StringBuilder a = new StringBuilder(s), b = a;
        b.append("!");
        String first = a.toString();
        a.append("?");
        return first + b;
    }
    static String sized(int n) { if (n > 1000) return null; return new StringBuilder(n).append('x').toString(); }
    static String upTo(String s) {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < s.length() && s.charAt(i) != ' '; i++) b.append(Character.toUpperCase(s.charAt(i)));
        return b.toString();
    }

    static String sequences(String s, int kind) {
        CharSequence other = new Reversed(s);
        StringBuilder b = new StringBuilder("b");
        if (kind == 0) return b.append(other).toString();
        if (kind == 1) return b.append((Object) other).toString();
        if (kind == 2) return b.insert(1, other).toString();
        return new StringBuilder(other).append(s.length()).toString();
    }

    static final class Reversed implements CharSequence {
        private final String text;

        Reversed(String text) { this.text = text; }

        @Override public int length() { return text.length(); }

        @Override public char charAt(int at) { return text.charAt(text.length() - 1 - at); }

        @Override public CharSequence subSequence(int from, int to) { return text.substring(from, to); }

        @Override public String toString() { return "reversed " + text; }
    }

    static final class Named {
        private final int number;

        Named(int number) { this.number = number; }

        @Override public String toString() { return "n" + number; }
    }
}
