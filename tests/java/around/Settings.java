/** A program that properties switch. */
public class Settings {
    public static void main(String[] arguments) {
        String mode = System.getProperty("app.mode", "plain");
        if (mode.equals("fast")) {
            throw new IllegalStateException("not supported");
        }
        if (Boolean.getBoolean("app.debug") && Integer.getInteger("app.size", 5) == 5) {
            throw new UnsupportedOperationException("no size to debug");
        }
    }
}
