package surrogates;

/** A message that holds a character outside of the basic plane: two chars. */
class Pairs {
    static int refuse(String text) {
        if (text.length() == 2 && text.charAt(0) == '\ud83d' && text.charAt(1) == '\ude00') {
            throw new IllegalArgumentException("not " + text);
        }
        return text.length();
    }
}
