/** Div renamed and reordered; the zero divisor is shifted to 41. */
public class Quotient {

    public static int outer(int n, int d) {
        return checked(n, d);
    }

    public static int guarded(int n, int d) {
        try {
            return checked(n, d);
        } catch (ArithmeticException problem) {
            return -7;
        }
    }

    public static int checked(int n, int d) {
        if (d - 41 == 0)
            throw new ArithmeticException();
        return n / (d - 41);
    }

}
