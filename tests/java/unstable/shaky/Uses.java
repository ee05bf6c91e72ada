package shaky;

/** Depends on what {@link Default} holds. */
public class Uses {
    public static int times(int n) {
        return n > 3 ? n * Default.scale() : -1;
    }
}
