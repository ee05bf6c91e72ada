/** Nothing to find: every guard holds. */
public class Clean {

    static int divide(int a, int b) {
        return b == 0 ? 0 : a / b;
    }

    static int get(int[] values, int index) {
        if (values == null || index < 0 || index >= values.length) {
            return -1;
        }
        return values[index];
    }

    static int size(String text) {
        return text == null ? 0 : text.length();
    }

    static int checked(int n) {
        if (n < 0) {
            throw new IllegalArgumentException("n < 0");
        }
        return n / 2;
    }
}
