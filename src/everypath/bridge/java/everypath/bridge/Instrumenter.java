package everypath.bridge;

import java.util.List;

/** Prepares a class for being run under analysis. */
final class Instrumenter {
    /** A class with probes. */
    record Result(byte[] bytes, ProbeTable table, boolean mutableStatics) {}

    private Instrumenter() {}

    static Result instrument(String name, byte[] raw, int first, int capacity) {
        return new Result(raw, new ProbeTable(name, first, 0, List.of(), null), true);
    }
}
