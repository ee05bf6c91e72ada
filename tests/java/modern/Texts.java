package modern;

import java.util.StringJoiner;

/** String processing as it is written every day: splitting, trimming, parsing, building, text blocks. */
public class Texts {

    static int keyValue(String line) {
        int at = line.indexOf('=');                     // goal: throws java.lang.NullPointerException
        if (at < 0) {
            return -1;                                  // goal: reach
        }
        String key = line.substring(0, at).trim();
        String value = line.substring(at + 1).trim();
        if (key.isEmpty()) {
            throw new IllegalArgumentException("no key");   // goal: reach throws java.lang.IllegalArgumentException
        }
        if (key.equals("port")) {
            return Integer.parseInt(value);             // goal: reach throws java.lang.NumberFormatException
        }
        return 0;                                       // goal: reach
    }

    static int columns(String row) {
        String[] parts = row.split(",");                // goal: throws java.lang.NullPointerException
        if (parts.length == 3 && parts[1].equals("x")) {
            return 3;                                   // goal: reach
        }
        if (parts.length == 0) {
            return 0;                                   // goal: reach
        }
        return 1;                                       // goal: reach
    }

    static boolean palindrome(String text) {
        String reversed = new StringBuilder(text).reverse().toString();     // goal: throws java.lang.NullPointerException
        if (text.length() == 5 && text.equals(reversed)) {
            return true;                                // goal: reach
        }
        return false;                                   // goal: reach
    }

    static int version(String text) {
        String[] parts = text.split("\\.");             // goal: throws java.lang.NullPointerException
        if (parts.length < 2) {
            throw new IllegalArgumentException(text);   // goal: reach throws java.lang.IllegalArgumentException
        }
        int major = Integer.parseInt(parts[0]);         // goal: throws java.lang.NumberFormatException
        int minor = Integer.parseInt(parts[1]);
        if (major == 17 && minor >= 2) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int shouted(String text) {
        if (text.toUpperCase().equals("STOP")) {        // goal: throws java.lang.NullPointerException
            return 1;                                   // goal: reach
        }
        if (text.equalsIgnoreCase("go")) {
            return 2;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int block(int n) {
        String text = """
            total: \
            %d
              end
            """;
        if (text.length() + n == 42) {
            return n;                                   // goal: reach returns 26
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int concatenated(int n, boolean flag, char c) {
        String text = "n=" + n + ", " + flag + c;
        if (text.equals("n=-7, truex")) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int stripped(String text) {
        if (text.strip().equals("yes") && text.length() == 5) {     // goal: throws java.lang.NullPointerException
            return 1;                                   // goal: reach
        }
        return text.isBlank() ? 2 : 3;                  // goal: reach returns 2 returns 3
    }

    static int repeated(String unit, int times) {
        if (times > 4) {
            throw new IllegalArgumentException("times");    // goal: reach throws java.lang.IllegalArgumentException
        }
        if (unit.repeat(times).equals("ababab") && times > 1) {      // goal: throws java.lang.NullPointerException throws java.lang.IllegalArgumentException
            return times;                               // goal: reach returns 3
        }
        return 0;                                       // goal: reach
    }

    static int replaced(String text) {
        if (text.replace('-', '_').equals("a_b")) {     // goal: throws java.lang.NullPointerException
            return text.indexOf('-');                   // goal: reach returns 1 returns -1
        }
        return 0;                                       // goal: reach
    }

    static int switched(String command) {
        return switch (command) {                       // goal: throws java.lang.NullPointerException
            case "start", "run" -> 1;                   // goal: reach
            case "stop" -> 2;                           // goal: reach
            case "Aa" -> 3;                             // goal: reach
            case "BB" -> 4;                             // goal: reach
            default -> 0;                               // goal: reach
        };
    }

    static int digits(String text) {
        int sum = 0;
        for (char c : text.toCharArray()) {             // goal: throws java.lang.NullPointerException
            if (!Character.isDigit(c)) {
                return -1;                              // goal: reach
            }
            sum += Character.getNumericValue(c);
        }
        if (sum == 27 && text.length() == 3) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int joined(String a, String b) {
        StringJoiner joiner = new StringJoiner("-", "<", ">");
        joiner.add(a).add(b);
        if (joiner.toString().equals("<x-y>")) {
            return 1;                                   // goal: reach
        }
        return joiner.length();                         // goal: reach
    }

    static int formatted(int n) {
        if (String.format("%05d", n).equals("00042")) {
            return n;                                   // goal: reach returns 42
        }
        return 0;                                       // goal: reach
    }

    static int matched(String text) {
        if (text.matches("[a-c]+\\d{2}")) {             // goal: throws java.lang.NullPointerException
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int hexadecimal(int n) {
        if (Integer.toHexString(n).equals("cafe")) {
            return n;                                   // goal: reach returns 51966
        }
        return 0;                                       // goal: reach
    }

    static int ordered(String left, String right) {
        if (left.compareTo(right) > 0 && right.length() > left.length()) {  // goal: throws java.lang.NullPointerException
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }
}
