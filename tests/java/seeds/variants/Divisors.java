/** ZeroDivisor renamed and reordered, with other constants. */
public class Divisors {

    public static int region(int p, int q, int r) {
        if (7*p + 2*q < 350 && q > 11 && q < 90)
            return p / (r + q);
        return r;
    }

    public static int rest(int p, int q) {
        return p % q;
    }

    public static int quotient(int p, int q) {
        return p / q;
    }

}
