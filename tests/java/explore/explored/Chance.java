package explored;

/** What the initialiser decides, no input does. */
public class Chance {
    static final boolean EVEN;

    static {
        EVEN = System.nanoTime() % 2 == 0;
    }

    static int kind(int n) {
        if (EVEN) {
            return n > 3 ? 1 : 2;
        }
        return n > 4 ? 3 : 4;
    }
}
