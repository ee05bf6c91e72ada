package everypath.library;

/** Numbers as digits in other radixes. */
final class Numbers {
    private Numbers() {}

    static String toString(int value, int radix) {
        return toString((long) value, radix);
    }

    static String toString(long value, int radix) {
        if (radix < Character.MIN_RADIX || radix > Character.MAX_RADIX) {
            radix = 10;
        }
        StringBuilder result = new StringBuilder();
        boolean negative = value < 0;
        long rest = negative ? value : -value;
        while (rest <= -radix) {
            result.append(digit((int) -(rest % radix)));
            rest = rest / radix;
        }
        result.append(digit((int) -rest));
        if (negative) {
            result.append('-');
        }
        return result.reverse().toString();
    }

    private static char digit(int value) {
        return (char) (value < 10 ? '0' + value : 'a' + value - 10);
    }
}
