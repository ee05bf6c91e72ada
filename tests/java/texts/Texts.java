package texts;

/** Conditions on strings as people write them: parsing, splitting, formats, patterns. */
class Texts {
    static int keyValue(String s) {
        String[] parts = s.split("=", 2);
        if (parts.length == 2 && parts[0].equals("key") && parts[1].equals("on")) {
            return 1; // goal: reach
        }
        return 0; // goal: reach
    }

    static boolean palindrome(String s) {
        if (s.length() > 3 && new StringBuilder(s).reverse().toString().equals(s) && s.charAt(0) != s.charAt(1)) {
            return true; // goal: reach
        }
        return false; // goal: reach
    }

    static int trimmed(String s) {
        if (s.length() == 6 && s.trim().equals("go")) {
            return 1; // goal: reach
        }
        return 0; // goal: reach
    }

    static int fields(String s) {
        String[] parts = s.split(",");
        if (parts.length == 3 && parts[1].equals("x")) {
            return 1; // goal: reach
        }
        return 0; // goal: reach
    }

    static int shouting(String s) {
        if (s.toUpperCase().startsWith("GET ") && s.charAt(0) == 'g') {
            return 1; // goal: reach
        }
        return 0; // goal: reach
    }

    static int pattern(String s) {
        if (s.matches("[a-c]+\\d{2}")) {
            return 1; // goal: reach
        }
        return 0; // goal: reach
    }

    static int number(String s) {
        try {
            if (Integer.parseInt(s) == 1234) {
                return 1; // goal: reach
            }
            return 0; // goal: reach
        } catch (NumberFormatException e) {
            return -1; // goal: reach
        }
    }

    static int padded(int n) {
        if (String.format("%05d", n).equals("00042")) {
            return 1; // goal: reach
        }
        return 0; // goal: reach
    }

    static int hexadecimal(int n) {
        if (Integer.toHexString(n).equals("cafe")) {
            return 1; // goal: reach
        }
        return 0; // goal: reach
    }

    static int version(String s) {
        int dot = s.indexOf('.');
        if (dot < 1) {
            return -1; // goal: reach
        }
        int major = Integer.parseInt(s.substring(0, dot));
        int minor = Integer.parseInt(s.substring(dot + 1));
        if (major == 17 && minor >= 3) {
            return 1; // goal: reach
        }
        return 0; // goal: reach
    }

    static int address(String s) {
        String[] parts = s.split("\\.");
        if (parts.length != 4) {
            return -1; // goal: reach
        }
        if (parts[0].equals("10") && parts[3].equals("1") && parts[1].length() == 1 && parts[2].equals("2")) {
            return 1; // goal: reach
        }
        return 0; // goal: reach
    }

    static int roman(String s) {
        int total = 0;
        for (int i = 0; i < s.length(); i++) {
            int value = digit(s.charAt(i));
            int next = i + 1 < s.length() ? digit(s.charAt(i + 1)) : 0;
            total += value < next ? -value : value;
        }
        if (total == 14) {
            return 1; // goal: reach
        }
        return 0; // goal: reach
    }

    private static int digit(char c) {
        switch (c) {
            case 'I':
                return 1;
            case 'V':
                return 5;
            case 'X':
                return 10;
            default:
                throw new IllegalArgumentException("not a digit: " + c);
        }
    }

    static int ignoringCase(String s) {
        if (s.equalsIgnoreCase("straße") && !s.equals("straße")) {
            return 1; // goal: reach
        }
        return 0; // goal: reach
    }

    static int letters(String s) {
        if (s.length() == 3
                && Character.isLetter(s.charAt(0))
                && Character.isDigit(s.charAt(1))
                && s.charAt(2) > 0x400
                && Character.isUpperCase(s.charAt(2))) {
            return 1; // goal: reach
        }
        return 0; // goal: reach
    }

    static int replaced(String s) {
        if (s.replace('a', 'b').equals("bob") && s.indexOf('a') == 2) {
            return 1; // goal: reach
        }
        return 0; // goal: reach
    }

    static int suffix(String s) {
        if (s.endsWith(".java") && s.length() > 7 && Character.isUpperCase(s.charAt(0))) {
            return 1; // goal: reach
        }
        return 0; // goal: reach
    }

    static int joined(String a, String b) {
        if (String.join("-", a, b).equals("x-y-z") && a.length() == 3) {
            return 1; // goal: reach
        }
        return 0; // goal: reach
    }

    static int repeated(String s) {
        if (s.length() == 2 && s.repeat(3).equals("ababab")) {
            return 1; // goal: reach
        }
        return 0; // goal: reach
    }

    static int stripped(String s) {
        if (s.strip().isEmpty() && s.length() == 2 && s.charAt(0) > 0x2000) {
            return 1; // goal: reach
        }
        return 0; // goal: reach
    }

    static int order(String s) {
        if (s.compareTo("mango") < 0 && s.compareToIgnoreCase("mango") > 0) {
            return 1; // goal: reach
        }
        return 0; // goal: reach
    }

    static int codePoints(String s) {
        if (s.length() == 4 && s.codePointCount(0, 4) == 2) {
            return 1; // goal: reach
        }
        return 0; // goal: reach
    }

    static int replacedAll(String s) {
        if (s.length() == 4 && s.replaceAll("[0-9]", "").equals("ab")) {
            return 1; // goal: reach
        }
        return 0; // goal: reach
    }

    static int sections(String s) {
        int count = 0;
        for (String part : s.split(";")) {
            if (part.startsWith("id=")) {
                count++;
            }
        }
        if (count == 2) {
            return 1; // goal: reach
        }
        return 0; // goal: reach
    }

    static int bytes(String s) {
        byte[] encoded = s.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        if (encoded.length == 3 && s.length() == 1) {
            return 1; // goal: reach
        }
        return 0; // goal: reach
    }

    static int inserted(String s, int at) {
        StringBuilder builder = new StringBuilder(s);
        builder.insert(at, "--").deleteCharAt(0);
        if (builder.toString().equals("b--c")) {
            return 1; // goal: reach
        }
        return 0; // goal: reach
    }

    static int decimal(String s) {
        double value;
        try {
            value = Double.parseDouble(s);
        } catch (NumberFormatException e) {
            return -1; // goal: reach
        }
        if (value == 7) {
            return 1; // goal: reach
        }
        return 0; // goal: reach
    }

    static int lines(String s) {
        if (s.lines().count() == 2 && s.startsWith("a")) {
            return 1; // goal: reach
        }
        return 0; // goal: reach
    }
}
