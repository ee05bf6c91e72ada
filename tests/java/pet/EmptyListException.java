package pet;

@SuppressWarnings("serial")
class EmptyListException extends RuntimeException {
    EmptyListException(String message) {
        super(message);
    }
}
