package sample;

/** Questions about the chars of a string whose answers are tables of the JDK. */
public class Cased {
    static int lower(String s) {
        return s.length() < 3 && s.toLowerCase().equals("on") ? 1 : 2;
    }

    static int upper(String s) {
        return s.length() < 3 && s.toUpperCase().startsWith("SS") ? 1 : 2;
    }

    static boolean folded(String s) {
        return s.equalsIgnoreCase("k");
    }

    static int digits(String s) {
        if (s.length() > 3) {
            return 0;
        }
        for (int i = 0; i < s.length(); i++) {
            if (!Character.isDigit(s.charAt(i))) {
                return Character.isLetter(s.charAt(i)) ? 1 : 2;
            }
        }
        return s.isEmpty() ? 3 : Character.digit(s.charAt(0), 10) < 5 ? 4 : 5;
    }

    static int blank(String s) {
        if (s.isBlank()) {
            return 1;
        }
        return s.length() > 3 ? 2 : Character.isWhitespace(s.charAt(0)) ? 3 : s.substring(0, 1).isBlank() ? 4 : 5;
    }
}
