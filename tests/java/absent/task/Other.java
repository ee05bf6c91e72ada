package task;

import org.sosy_lab.sv_benchmarks.Verifier;

/** Calls a method that is not there, either, and no source. */
public class Other {
    public static void main(String[] args) {
        int n = Verifier.other(3);
        assert n == 3;
    }
}
