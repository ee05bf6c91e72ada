/** A program that environment variables switch. */
public class Variables {
    public static void main(String[] arguments) {
        String mode = System.getenv("APP_MODE");
        if (mode == null) {
            return;
        }
        if (mode.equals("fast")) {
            throw new IllegalStateException("not supported");
        }
        if (mode.length() == 1 && mode.charAt(0) == 0) {
            throw new AssertionError("no variable holds this");
        }
        if (System.getProperty("APP_MODE") != null && mode.equals(System.getenv("APP_MODE"))) {
            throw new UnsupportedOperationException(System.getenv("APP_LEVEL"));
        }
        System.getenv(null);
    }
}
