package sound;

/** Fractions in lowest terms whose denominator is positive. */
public final class Fraction {
    private final int top;
    private final int bottom;

    public Fraction(int top, int bottom) {
        if (bottom <= 0 || top == Integer.MIN_VALUE) {
            throw new ArithmeticContract("bottom");
        }
        int divisor = gcd(Math.abs(top), bottom);
        this.top = top / divisor;
        this.bottom = bottom / divisor;
    }

    private static int gcd(int a, int b) {
        while (b != 0) {
            int rest = a % b;
            a = b;
            b = rest;
        }
        return a;
    }

    public int floor() {
        return Math.floorDiv(top, bottom);
    }

    public int rest() {
        return top % bottom;
    }

    public Fraction inverse() {
        if (top == 0) {
            throw new ArithmeticContract("zero");
        }
        return top > 0 ? new Fraction(bottom, top) : new Fraction(-bottom, -top);
    }

    public int compareTo(Fraction other) {
        return Long.compare((long) top * other.bottom, (long) other.top * bottom);
    }

    public long scaled(int factor) {
        return (long) top * factor / bottom;
    }

    public boolean isWhole() {
        return bottom == 1;
    }

    /** What is wrong with a fraction. */
    public static class ArithmeticContract extends IllegalArgumentException {
        public ArithmeticContract(String message) {
            super(message);
        }
    }
}
