package pet;

@SuppressWarnings("serial")
class EmptyPriorityQueueException extends RuntimeException {
    EmptyPriorityQueueException(String message) {
        super(message);
    }
}
