/** A loop as long as an unknown number says: true in every round that is looked at. */
public class Bounded {
    public static void main(String[] args) {
        int left = Verifier.nondetInt();
        int rounds = 0;
        while (left > 0) {
            left--;
            rounds++;
            assert rounds > 0;
        }
    }
}
