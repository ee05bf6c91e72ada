package pet;

@SuppressWarnings("serial")
class BoundaryViolationException extends RuntimeException {
    BoundaryViolationException(String message) {
        super(message);
    }
}
