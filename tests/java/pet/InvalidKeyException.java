package pet;

@SuppressWarnings("serial")
class InvalidKeyException extends RuntimeException {
    InvalidKeyException(String message) {
        super(message);
    }
}
