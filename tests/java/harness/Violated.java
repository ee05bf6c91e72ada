/** The sum of two unknown ints need not be larger than both: it wraps around. */
public class Violated {
    public static void main(String[] args) {
        int a = Verifier.nondetInt();
        int b = Verifier.nondetInt();
        if (a > 0 && b > 0) {
            assert a + b > a;
        }
    }
}
