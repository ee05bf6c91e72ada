package pet;

@SuppressWarnings("serial")
class EmptyStackException extends RuntimeException {
    EmptyStackException(String message) {
        super(message);
    }
}
