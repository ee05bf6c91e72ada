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

    public static String made(int n) {
        String result = prefix;
        prefix = "";
        if (n == 0) {
            return result + "zero";
        }
        if (n == 11) {
            return result + "one";
        }
        if (n == 22) {
            return result + "two";
        }
        if (n == 33) {
            return result + "three";
        }
        if (n == 44) {
            return result + "four";
        }
        if (n == 55) {
            return result + "five";
        }
        if (n == 66) {
            return result + "six";
        }
        if (n == 77) {
            return result + "seven";
        }
        if (n == 88) {
            return result + "eight";
        }
        if (n == 99) {
            return result + "nine";
        }
        return result + "other";
    }
}
