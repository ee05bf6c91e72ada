/** The larger of two unknown ints is no less than either. */
public class Holds {
    static int larger(int a, int b) {
        return a > b ? a : b;
    }

    public static void main(String[] args) {
        int a = Verifier.nondetInt();
        int b = Verifier.nondetInt();
        int c = larger(a, b);
        assert c >= a && c >= b;
    }
}
