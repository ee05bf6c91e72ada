package pet;

@SuppressWarnings("serial")
class EmptyDequeException extends RuntimeException {
    EmptyDequeException(String message) {
        super(message);
    }
}
