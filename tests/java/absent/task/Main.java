package task;

import org.sosy_lab.sv_benchmarks.Verifier;

/** A harness in the manner of SV-COMP, whose Verifier is not shipped. */
public class Main {
    public static void main(String[] args) {
        int first = Verifier.nondetInt();
        String text = Verifier.nondetString();
        int second = Verifier.nondetInt();
        if (text != null && text.length() == 2 && first > 40 && second == first + 2) {
            assert text.charAt(0) != 'v';
        }
    }
}
