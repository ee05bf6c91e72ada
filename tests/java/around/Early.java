/** What an initialiser asks for is no input. */
public class Early {
    private static final boolean LOUD = Boolean.getBoolean("early.loud");

    public static void main(String[] arguments) {
        if (LOUD) {
            throw new IllegalStateException("loud");
        }
    }
}
