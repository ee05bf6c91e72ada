package sound;

/** Roman numerals. */
public final class Roman {
    private static final int[] VALUES = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
    private static final String[] SIGNS = {
        "M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"
    };

    private Roman() {}

    public static String of(int number) {
        if (number < 1 || number > 39) {
            throw new IllegalArgumentException("number");
        }
        StringBuilder text = new StringBuilder();
        int left = number;
        for (int i = 0; left > 0; i++) {
            while (left >= VALUES[i]) {
                text.append(SIGNS[i]);
                left -= VALUES[i];
            }
        }
        return text.toString();
    }

    public static int value(char sign) {
        int at = "IVXLCDM".indexOf(sign);
        return at < 0 ? 0 : new int[] {1, 5, 10, 50, 100, 500, 1000}[at];
    }

    public static int sum(String text) {
        if (text == null || text.length() > 6) {
            throw new IllegalArgumentException("text");
        }
        int sum = 0;
        for (int i = 0; i < text.length(); i++) {
            int here = value(text.charAt(i));
            boolean less = i + 1 < text.length() && here < value(text.charAt(i + 1));
            sum += less ? -here : here;
        }
        return sum;
    }

    public static String sign(int place) {
        if (place < 0 || place >= SIGNS.length) {
            return "";
        }
        return SIGNS[place];
    }

    public static int nearest(int number) {
        for (int each : VALUES) {
            if (each <= number) {
                return number / each;
            }
        }
        return 0;
    }
}
