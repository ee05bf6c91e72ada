package explored;

/** Sequences of chars that are no strings. */
public class Sequences {
    public static int kind(CharSequence chars) {
        if (chars instanceof String) {
            return 1;
        }
        return chars.length() == 2 && chars.charAt(1) == 'x' ? 2 : 3;
    }

    public static int which(CharSequence chars) {
        if (chars instanceof String) {
            return 1;
        }
        return chars instanceof StringBuilder ? 2 : 3;
    }

    public static boolean shorten(StringBuilder builder) {
        if (builder.length() > 2 && builder.charAt(0) == '#') {
            builder.setLength(2);
            return true;
        }
        return false;
    }
}
