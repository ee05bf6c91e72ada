package sample;

/** Questions about whole strings, which are asked char by char underneath. */
public class Spoken {
    static int words(String s, String t) {
        if (s.equals("forName")) {
            return 1;
        }
        if (s.startsWith("ab")) {
            return t.startsWith("abc") ? 2 : 3;
        }
        if ("x".equals(s)) {
            return 4;
        }
        return s.equals(t) ? 5 : 6;
    }

    static int chars(String s, String t) {
        if (s.length() == t.length() && s.length() > 1 && s.charAt(0) == t.charAt(0)) {
            return s.charAt(1) == 'b' ? 1 : 2;
        }
        return t.length() == 2 && t.charAt(1) == 'b' ? 3 : 4;
    }

    static int without(String s, String t) {
        if (s.length() == 3 && s.indexOf('b') < 0) {
            return 1;
        }
        return t.indexOf('b') < 0 ? 2 : 3;
    }

    static int chosen(String s, String t) {
        switch (s) {
            case "red":
                return 1;
            case "Aa":
                return 2;
            case "BB":
                return t.isEmpty() ? 3 : 4;
            default:
                return 5;
        }
    }
}
