package pet;

@SuppressWarnings("serial")
class InvalidPositionException extends RuntimeException {
    InvalidPositionException(String message) {
        super(message);
    }
}
