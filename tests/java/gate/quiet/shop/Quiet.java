package shop;

import other.SuppressFindings;

import java.util.function.IntUnaryOperator;

public class Quiet {
    @SuppressFindings("EP001")
    private int rate;

    private int other;

    public void setRate(int rate) {
        this.rate = rate;
    }

    public void setOther(int other) {
        this.other = other;
    }

    @SuppressFindings(value = "EP001", reason = "callers know")
    public static int annotated(int x) {
        return 1 / x;
    }

    @SuppressFindings("EP003")
    public static int annotatedForAnotherRule(int x) {
        return 2 / x;
    }

    @SuppressFindings
    public static int annotatedForAll(int x) {
        return 3 / x;
    }

    @SuppressFindings("division-by-zero")
    public static int inLambda(int x) {
        IntUnaryOperator inverse = y -> 4 / y;
        return inverse.applyAsInt(x);
    }

    public static int commented(int x) {
        return 5 / x; // everypath: ignore EP001 callers know
    }

    public static int commentedAbove(int x) {
        // everypath: ignore EP001, EP003
        // the next line divides
        return 6 / x;
    }

    public static int commentedForAnotherRule(int x) {
        return 7 / x; // everypath: ignore EP002
    }

    public int byField(int x) {
        return x / rate;
    }

    public int byOtherField(int x) {
        return x / other;
    }

    public static int byParameter(@SuppressFindings("EP001") int x, int y) {
        int first = 8 / x;
        return first + 9 / y;
    }

    public static int byName(int x) {
        return 10 / x;
    }

    public class Inner {
        final int share;

        public Inner(@SuppressFindings("EP001") int parts) {
            share = 12 / parts;
        }
    }

    @SuppressFindings("EP001")
    public static class Nested {
        public static int inNested(int x) {
            return 11 / x;
        }
    }
}
