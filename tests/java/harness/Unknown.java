/** What is havocked decides whether the assertion holds. */
public class Unknown {
    static int helper(int a) {
        return a * a;
    }

    public static void main(String[] args) {
        assert helper(Verifier.nondetInt()) != 2;
    }
}
