/** Sources of several types, in the order of the calls. */
public class Mixed {
    public static void main(String[] args) {
        if (Verifier.nondetBoolean()) {
            char c = Verifier.nondetChar();
            long n = Verifier.nondetLong();
            String s = Verifier.nondetString();
            if (c == 'x' && n == 1L << 40 && s != null && s.length() == 2 && s.charAt(1) == c) {
                assert false : "found";
            }
        }
    }
}
