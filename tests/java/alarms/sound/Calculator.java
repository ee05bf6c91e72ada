package sound;

/** Sums and products of digits. */
public final class Calculator {
    private final String source;
    private int at;

    private Calculator(String source) {
        this.source = source;
    }

    public static int evaluate(String source) {
        if (source == null || source.isEmpty() || source.length() > 5) {
            throw new IllegalArgumentException("source");
        }
        Calculator calculator = new Calculator(source);
        int value = calculator.sum();
        if (calculator.at < source.length()) {
            throw new IllegalArgumentException("left over at " + calculator.at);
        }
        return value;
    }

    private int sum() {
        int value = product();
        while (at < source.length() && source.charAt(at) == '+') {
            at++;
            value += product();
        }
        return value;
    }

    private int product() {
        int value = digit();
        while (at < source.length() && source.charAt(at) == '*') {
            at++;
            value *= digit();
        }
        return value;
    }

    private int digit() {
        if (at >= source.length()) {
            throw new IllegalArgumentException("digit expected");
        }
        char c = source.charAt(at);
        if (c < '0' || c > '9') {
            throw new IllegalArgumentException("digit expected");
        }
        at++;
        return c - '0';
    }

    public static boolean isOperator(char c) {
        return "+*".indexOf(c) >= 0;
    }

    public static int depth(String text) {
        if (text == null) {
            return 0;
        }
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '(') {
                depth++;
            } else if (text.charAt(i) == ')' && --depth < 0) {
                return -1;
            }
        }
        return depth;
    }
}
