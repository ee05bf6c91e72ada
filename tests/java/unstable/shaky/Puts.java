package shaky;

/** What a call sets is back after the next call of another kind, whichever that is. */
public class Puts {
    private static String prefix = "";

    public static boolean prefixed(int length) {
        prefix = length > 2 ? "long" : "";
        return length > 2;
    }

    public static String made(int n) {
        String result = prefix;
        prefix = "";
        if (n < 0) {
            return result + "below";
        }
        if (n == 0) {
            return result + "zero";
        }
        if (n > 100) {
            return result + "above";
        }
        return result + "between";
    }
}
