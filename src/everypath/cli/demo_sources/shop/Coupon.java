package shop;

/** Discount codes such as SAVE5. */
public final class Coupon {
    private final String code;

    public Coupon(String code) {
        if (code == null) {
            throw new IllegalArgumentException("no code");
        }
        this.code = code;
    }

    /** The discount in percent; 0 for an unknown code. */
    public int percent() {
        if (!code.startsWith("SAVE")) {
            return 0;
        }
        char digit = code.charAt(4);
        return digit >= '1' && digit <= '9' ? digit - '0' : 0;
    }
}
