import java.util.Locale;

/** One method per modelled operation of String. */
class StringSubjects {
    static int length(String s) { return s.length(); }
    static boolean isEmpty(String s) { return s.isEmpty(); }
    static boolean isBlank(String s) { return s.isBlank(); }
    static char charAt(String s, int i) { return s.charAt(i); }
    static int hash(String s) { return s.hashCode(); }
    static boolean equalsOther(String s, String t) { return s.equals(t); }
    static boolean equalsConstant(String s) { return "hello".equals(s); }
    static boolean ignoreCase(String s, String t) { return s.equalsIgnoreCase(t); }
    static boolean ignoreCaseConstant(String s) { return "Yes".equalsIgnoreCase(s); }
    static boolean ignoreCaseFolding(char a, char b) { return ("" + a + b).equalsIgnoreCase("KI") || "s!".equalsIgnoreCase("" + a + b); }
    static int compare(String s, String t) { return s.compareTo(t); }
    static int compareIgnoreCase(String s, String t) { return s.compareToIgnoreCase(t); }
    static int insensitiveOrder(String s, String t) { return String.CASE_INSENSITIVE_ORDER.compare(s, t); }
    static boolean starts(String s, String t) { return s.startsWith(t); }
    static boolean startsAt(String s, int i) { return s.startsWith("ab", i); }
    static boolean ends(String s, String t) { return s.endsWith(t); }
    static boolean containsIt(String s, String t) { return s.contains(t); }
    static int indexOfText(String s, String t) { return s.indexOf(t); }
    static int indexOfTextFrom(String s, String t, int i) { return s.indexOf(t, i); }
    static int lastIndexOfText(String s, String t) { return s.lastIndexOf(t); }
    static int lastIndexOfTextFrom(String s, String t, int i) { return s.lastIndexOf(t, i); }
    static int indexOfChar(String s, char c) { return s.indexOf(c); }
    static int indexOfCharFrom(String s, int c, int i) { return s.indexOf(c, i); }
    static int lastIndexOfChar(String s, char c) { return s.lastIndexOf(c); }
    static int lastIndexOfCharFrom(String s, int c, int i) { return s.lastIndexOf(c, i); }
    static String sub(String s, int i) { return s.substring(i); }
    static String subTo(String s, int i, int j) { return s.substring(i, j); }
    static String concatenated(String s, String t) { return s.concat(t); }
    static String plus(String s, int i, char c, boolean b, long l) { return s + i + c + "/" + b + l + null; }
    static String trimmed(String s) { return s.trim(); }
    static String stripped(String s) { return s.strip(); }
    static String leading(String s) { return s.stripLeading(); }
    static String trailing(String s) { return s.stripTrailing(); }
    static String lower(String s) { return s.toLowerCase(); }
    static String upper(String s) { return s.toUpperCase(); }
    static String lowerRoot(String s) { return s.toLowerCase(Locale.ROOT); }
    static String upperEnglish(String s) { return s.toUpperCase(Locale.ENGLISH); }
    static String replaceChar(String s, char a, char b) { return s.replace(a, b); }
    static String replaceText(String s, String a) { return s.replace(a, "<>"); }
    static String replaceWith(String s, String a) { return s.replace("a", a); }
    static String repeated(String s, int n) { return s.repeat(n); }
    static String viaArray(String s) { return new String(s.toCharArray()); }
    static char arrayElement(String s, int i) { return s.toCharArray()[i]; }
    static String partOfArray(String s, int i, int n) { return new String(s.toCharArray(), i, n); }
    static String chars(String s, int i, int j, int k) {
        char[] target = new char[6];
        s.getChars(i, j, target, k);
        return String.valueOf(target);
    }
    static String valueOfInt(int i) { return String.valueOf(i); }
    static String valueOfLong(long i) { return String.valueOf(i); }
    static String valueOfChar(char i) { return String.valueOf(i); }
    static String valueOfBoolean(boolean i) { return String.valueOf(i); }
    static int lengthOfInt(int i) { return String.valueOf(i).length(); }
    static int firstOfLong(long i) { return Long.toString(i).charAt(0); }
    static boolean intIs(int i) { return Integer.toString(i).equals("-42"); }
    static String split(String s) { return String.join("|", s.split(",")) + s.split(",").length; }
    static String splitLimit(String s, int n) { return String.join("|", s.split("\\.", n)); }
    static boolean region(String s, int i, String t, int j, int n) { return s.regionMatches(i, t, j, n); }
    static boolean regionIgnoring(String s, int i, String t, int j, int n) { return s.regionMatches(true, i, t, j, n); }
    static int codePoint(String s, int i) { return s.codePointAt(i); }
    static int codePoints(String s) { return s.codePointCount(0, s.length()); }
    static int sum(String s) {
        int sum = 0;
        for (char c : s.toCharArray()) sum += c;
        return sum;
    }
    static String formatted(String s, int i) { return String.format("%s is %d%%%n", s, i); }
    static boolean interned(String s) { return s.intern() == "hello"; }
    static String supplementary(int k) {
        String face = "a\ud83d\ude00";
        String joined = k + "\ud83d\ude00:" + face.length();
        return joined + joined.length() + face.indexOf("\ude00") + (int) face.charAt(1) + ("a" + "\ud83d\ude00" == face);
    }

    static int copiedCase(boolean upper, boolean pair) {
        String s = pair ? "0\ud800\udc00" : "0\ud800";
        String plain = upper ? "X0" : "x0";
        boolean kept = upper ? plain.toUpperCase() == plain : plain.toLowerCase() == plain;
        return (upper ? s.toUpperCase() == s : s.toLowerCase() == s) ? 1 : kept ? 2 : 3;
    }
    static String inNoCharset(boolean text, boolean part) {
        java.nio.charset.Charset none = null;
        String noName = null;
        try {
            if (text) return part ? "" + "a".getBytes(noName).length : new String(new byte[1], none);
            return part ? new String(new byte[1], 0, 1, noName) : new String(new byte[1], noName);
        } catch (NullPointerException | java.io.UnsupportedEncodingException e) {
            return e.getMessage();
        }
    }
    static int byteLength(String s) { return s.getBytes(java.nio.charset.StandardCharsets.UTF_8).length; }
    static int palindrome(String s) {
        for (int i = 0, j = s.length() - 1; i < j; i++, j--) if (s.charAt(i) != s.charAt(j)) return i;
        return -1;
    }
    static int switched(String s) {
        switch (s) {
            case "red": return 1;
            case "green": return 2;
            default: return 0;
        }
    }
}
