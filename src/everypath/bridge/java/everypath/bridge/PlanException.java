package everypath.bridge;

/** A plan or request that cannot be carried out as written: a class or member that is not there, a wrong argument. */
public final class PlanException extends Exception {
    private static final long serialVersionUID = 1L;

    PlanException(String message) {
        super(message);
    }
}
