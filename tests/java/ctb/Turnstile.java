/** Lets three people pass. */
class Turnstile {
    private int passed;

    boolean pass() {
        if (passed < 3) {
            passed++;
            return true;
        }
        return false;
    }
}
