package api;

/** What the Python interface shows of methods: inputs of every kind, and conditions of every theory. */
public class Parcel {
    enum Size { SMALL, LARGE }

    static final class Label {
        String text;
        Label next;
    }

    public static int fee(int age, boolean member) {
        if (member) {
            return 0;
        }
        return 100 / (age - 30);
    }

    public static int count(String s, char c) {
        int n = 0;
        for (int i = 0; i < s.length(); i++) {
            if (s.charAt(i) == c) {
                n++;
            }
        }
        return n;
    }

    public static String size(double weight, float volume, long code) {
        if (weight % 2.5 == 1.5 && volume > 3.0f) {
            return "odd";
        }
        if ((int) weight == Integer.MAX_VALUE) {
            return "huge";
        }
        if (Float.floatToIntBits(volume) == 0x7fc00000) {
            return "nan";
        }
        return code >>> (int) (code & 63) == 5 ? "code" : "plain";
    }

    public static int swap(byte[] cells, int i, int j) {
        byte kept = cells[i];
        cells[i] = cells[j];
        cells[j] = kept;
        return cells[0] == 7 ? 1 : 0;
    }

    public static String letters(char c) {
        if (Character.isLetter(c)) {
            return Character.isUpperCase(c) ? "upper" : "lower";
        }
        return Character.toLowerCase(c) == 'x' ? "never" : "none";
    }

    public static int kind(Object o, Size size, Integer box) {
        if (o instanceof String) {
            return 1;
        }
        if (o instanceof int[] && ((int[]) o).length > 2) {
            return 2;
        }
        if (size == Size.LARGE) {
            return 3;
        }
        return box + 1;
    }

    static int chain(Label first) {
        if (first.next == first) {
            return 1;
        }
        return first.next.text.length();
    }

    static int twice(int n) {
        if (n > 3) {
            if (n < 2) {
                return 0;
            }
            return 1;
        }
        return 2;
    }
}
