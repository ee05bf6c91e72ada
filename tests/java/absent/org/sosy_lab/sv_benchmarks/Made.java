package org.sosy_lab.sv_benchmarks;

/** Taken away, too: harnesses also make objects of it. */
public class Made {
    public static int nondetInt() {
        throw new IllegalStateException();
    }
}
