package everypath.probes;

/** Operands that one run compared, whatever the decision: noted while {@link #isNoting}, a few for each decision. */
public final class Compared {
    private static final int MOST = 256;
    private static final int MOST_OF_DECISION = 4;

    /** Whether the thread that reports to {@link Nearest} notes operands. */
    public static boolean isNoting;

    /** What was compared: numbers, texts and characters. */
    public static final Object[] LEFT = new Object[MOST];

    /** With what. */
    public static final Object[] RIGHT = new Object[MOST];

    private static final int[] DECISIONS = new int[MOST];
    private static int turn;

    /** How many are noted. */
    public static int count;

    private Compared() {}

    /** Begins to note. */
    public static void begin() {
        count = 0;
        turn = 0;
        isNoting = true;
    }

    /** Notes no more; what was noted stays. */
    public static void end() {
        isNoting = false;
    }

    /** Notes two operands that differ: of one decision the first ones, and some of the later ones. */
    static void note(int decision, Object left, Object right) {
        if (left == null || right == null || left.equals(right)) {
            return;
        }
        int found = 0;
        for (int i = count - 1; i >= 0; i--) {
            if (DECISIONS[i] == decision) {
                if (LEFT[i].equals(left) && RIGHT[i].equals(right)) {
                    return;
                }
                found++;
                if (found == MOST_OF_DECISION) {
                    if (turn++ % 2 == 0) {
                        put(i, decision, left, right);
                    }
                    return;
                }
            }
        }
        if (count < MOST) {
            put(count++, decision, left, right);
        }
    }

    private static void put(int at, int decision, Object left, Object right) {
        DECISIONS[at] = decision;
        LEFT[at] = left;
        RIGHT[at] = right;
    }
}
