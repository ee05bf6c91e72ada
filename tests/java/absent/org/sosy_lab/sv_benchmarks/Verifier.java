package org.sosy_lab.sv_benchmarks;

/** Taken away after the harnesses are compiled against it. */
public final class Verifier {
    public static int nondetInt() {
        throw new IllegalStateException();
    }

    public static String nondetString() {
        throw new IllegalStateException();
    }

    public static int other(int n) {
        return n;
    }
}
