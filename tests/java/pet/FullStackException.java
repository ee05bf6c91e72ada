package pet;

@SuppressWarnings("serial")
class FullStackException extends RuntimeException {
    FullStackException(String message) {
        super(message);
    }
}
