package sequences;

/** Throws exceptions under conditions on the arguments of the last call. */
public class Shelf {
    private final String[] names;
    private int used;

    public Shelf(int size) {
        names = new String[size];
    }

    public Shelf put(String name) {
        names[used++] = name;
        return this;
    }

    public String at(int index) {
        return index > 1 ? names[index] : "";
    }

    public static int half(String text, int by) {
        return text.length() > 2 && text.charAt(0) == 'x' ? text.length() / by : 0;
    }

    public static int late(int number) {
        if (System.currentTimeMillis() > 0 && number > 3) {
            throw new IllegalArgumentException();
        }
        return number;
    }

    public static int exactly(int number) {
        return 1 / (number - 3);
    }

    public static int named(String text, String other) {
        return text.length() == 2 && text.charAt(0) == 'a' ? 1 / (other.length() - 70) : 0;
    }

    /** Throws for strings of two chars, and for one of one char. */
    public static int only(String text) {
        boolean isOne = text.length() == 1 && text.charAt(0) == 'b';
        return text.length() == 2 || isOne ? 1 / 0 : 0;
    }

    public static int never(int number) {
        throw new UnsupportedOperationException();
    }
}
