package shaky;

/** A setting for everybody, which one call changes for good. */
public class Default {
    private static int scale = 1;

    public static boolean scaled(int by) {
        if (by < 2) {
            return false;
        }
        scale = by;
        return true;
    }

    static int scale() {
        return scale;
    }
}
