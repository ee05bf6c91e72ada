package shaky;

/** What one call sets, most others put back, and one kind of them shows. */
public class Puts {
    private static String prefix = "";

    public static boolean prefixed(int length) {
        prefix = length > 2 ? "long" : "";
        return length > 2;
    }

    public static String cleared(int n) {
        prefix = "";
        return word(n);
    }

    public static String made(int n) {
        String result = prefix + word(n);
        prefix = "";
        return result;
    }

    private static String word(int n) {
        if (n == 0) {
            return "zero";
        }
        if (n == 11) {
            return "one";
        }
        if (n == 22) {
            return "two";
        }
        if (n == 33) {
            return "three";
        }
        if (n == 44) {
            return "four";
        }
        if (n == 55) {
            return "five";
        }
        if (n == 66) {
            return "six";
        }
        if (n == 77) {
            return "seven";
        }
        if (n == 88) {
            return "eight";
        }
        if (n == 99) {
            return "nine";
        }
        return "other";
    }
}
