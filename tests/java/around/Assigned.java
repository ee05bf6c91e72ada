/** A program that sets properties itself. */
public class Assigned {
    public static void main(String[] arguments) {
        String before = System.setProperty("app.level", "high");
        if (!"high".equals(System.getProperty("app.level"))) {
            throw new AssertionError("not set");
        }
        String high = System.clearProperty("app.level");
        if (System.getProperty("app.level") != null || !high.equals("high")) {
            throw new AssertionError("not cleared");
        }
        if (before != null && before.isEmpty()) {
            throw new IllegalStateException("empty");
        }
        System.getProperty("");
    }
}
