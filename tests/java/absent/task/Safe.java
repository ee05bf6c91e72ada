package task;

import org.sosy_lab.sv_benchmarks.Verifier;

/** No value fails. */
public class Safe {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        assert n * 2 % 2 == 0;
    }
}
