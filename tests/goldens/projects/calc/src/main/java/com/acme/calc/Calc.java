package com.acme.calc;

/** Works out sums and quotients of digits, such as {@code 8/2+1}. */
public final class Calc {
    private final String text;
    private int at;

    private Calc(String text) {
        this.text = text;
    }

    public static int value(String text) {
        Calc calc = new Calc(text);
        int value = calc.sum();
        if (calc.at < text.length()) {
            throw new IllegalArgumentException("at " + calc.at);
        }
        return value;
    }

    private int sum() {
        int value = quotient();
        while (at < text.length() && text.charAt(at) == '+') {
            at++;
            value += quotient();
        }
        return value;
    }

    private int quotient() {
        int value = digit();
        while (at < text.length() && text.charAt(at) == '/') {
            at++;
            value /= digit();
        }
        return value;
    }

    private int digit() {
        char next = text.charAt(at++);
        if (next < '0' || next > '9') {
            throw new IllegalArgumentException("no digit: " + next);
        }
        return next - '0';
    }
}
