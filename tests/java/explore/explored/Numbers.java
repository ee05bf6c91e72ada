package explored;

/** Numbers read from texts by methods that are asked of the JVM. */
public class Numbers {
    /** Normal, huge, tiny and wrong numbers. */
    public static int read(String text) {
        try {
            double value = Double.parseDouble(text);
            if (Double.isInfinite(value)) {
                return 1;
            }
            if (value != value) {
                return 2;
            }
            return value < 0 ? 3 : value > 1e50 ? 4 : value == 1.5 ? 5 : 6;
        } catch (NumberFormatException wrong) {
            return 7;
        }
    }
}
