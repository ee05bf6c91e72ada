package everypath.bridge;

/**
 * Ends the process, also where its memory has run out: then the classes that are needed for it can be neither found nor
 * initialised, unless some memory is given back first.
 */
final class ProcessEnd {
    private final Runtime jvm = Runtime.getRuntime();
    private byte[] reserve = new byte[1 << 18];

    /** Ends the process with an exit code. */
    void halt(int code) {
        reserve = null;
        jvm.halt(code);
    }
}
