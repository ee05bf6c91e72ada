package sequences.other;

/** Has a class that only its own package can name. */
public class Guest {
    static class Hidden {
    }
}
