package pet;

@SuppressWarnings("serial")
class EmptyQueueException extends RuntimeException {
    EmptyQueueException(String message) {
        super(message);
    }
}
