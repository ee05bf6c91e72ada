package solving;

/** Conditions over strings of unknown length and content. */
public class Strings {

    static int equalsConstant(String s) {
        if ("open sesame".equals(s)) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int lengthAndChar(String s) {
        if (s.length() == 5 && s.charAt(2) == 'x') {     // goal: throws java.lang.NullPointerException
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int prefix(String s) {
        if (s.startsWith("ab") && s.length() > 3) {
            if (s.charAt(1) != 'b') {
                return 2;                               // goal: dead
            }
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int position(String s) {
        int at = s.indexOf('@');
        if (at == 3) {
            return 1;                                   // goal: reach
        }
        if (at < -1) {
            return 2;                                   // goal: unreached
        }
        return 0;                                       // goal: reach
    }

    static int middle(String s) {
        if (s.length() >= 4 && s.substring(1, 3).equals("ok")) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: partly-dead
    static char charOutside(String s, int i) {
        if (s.length() == 2 && i >= 2) {
            return s.charAt(i);                         // goal: reach throws java.lang.StringIndexOutOfBoundsException
        }
        return '.';                                     // goal: reach
    }

    static int both(String a, String b) {
        if (a.length() == b.length() + 2 && a.startsWith(b)) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int countOfA(String s) {
        int count = 0;
        for (int i = 0; i < s.length(); i++) {
            if (s.charAt(i) == 'a') {
                count++;                                // goal: reach
            }
        }
        if (count == 3) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int concatenated(String s) {
        String t = "<" + s + ">";
        if (t.equals("<body>")) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int command(String s) {
        switch (s) {
            case "start":
                return 1;                               // goal: reach
            case "stop":
                return 2;                               // goal: reach
            default:
                return 0;                               // goal: reach
        }
    }

    static int suffix(String s) {
        if (s.endsWith(".txt") && s.indexOf("..") == 1) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static boolean palindromeOfFive(String s) {
        if (s.length() != 5 || s.charAt(0) != 'l') {
            return false;                               // goal: reach
        }
        int i = 0;
        int j = s.length() - 1;
        while (i < j) {
            if (s.charAt(i++) != s.charAt(j--)) {
                return false;                           // goal: reach
            }
        }
        return true;                                    // goal: reach
    }
}
