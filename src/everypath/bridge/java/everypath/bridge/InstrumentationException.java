package everypath.bridge;

/** A class or method that cannot get probes; it runs as it is. */
public final class InstrumentationException extends Exception {
    private static final long serialVersionUID = 1L;

    InstrumentationException(String reason) {
        super(reason, null, false, false);
    }
}
