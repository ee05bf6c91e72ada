package everypath.probes;

import java.util.Arrays;

/**
 * How near runs came to the open sides of watched decisions. A side is numbered as its probe. The sweep says which are
 * wanted; decisions report the distance to them, and those are listed to which a run came nearer than any before.
 *
 * <p>Only the thread that the sweep runs on reports.
 */
public final class Nearest {
    /** 1 for the first side of each decision with a side that is wanted. */
    public static final byte[] DECISIONS = new byte[Probes.CAPACITY];

    /** 1 for each side that is wanted. */
    public static final byte[] WANTED = new byte[Probes.CAPACITY];

    /** The least distance to each side that was reported; infinite at first. */
    public static final double[] DISTANCES = new double[Probes.CAPACITY];

    /** The most sides to which one run can come nearer. */
    private static final int MOST = 1024;

    /** The sides to which this run came nearer than any before. */
    public static final int[] SIDES = new int[MOST];

    /** In which statement. */
    public static final int[] STATEMENTS = new int[MOST];

    /** What was compared when it was nearest, null where it cannot be a constant. */
    public static final Object[] LEFT = new Object[MOST];

    /** With what it was compared. */
    public static final Object[] RIGHT = new Object[MOST];

    private static final double[] BEFORE = new double[MOST];

    /** How many sides are listed. */
    public static int count;

    /** The statement that runs. */
    public static int statement;

    /** The side whose operands are to be known, whether they are nearer or not; negative for none. */
    public static int followed = -1;

    /** The least distance to it in this run. */
    public static double followedDistance;

    /** In which statement. */
    public static int followedStatement;

    /** What was compared then. */
    public static Object followedLeft;

    /** With what. */
    public static Object followedRight;

    /** The reference that its decision was about. */
    public static Object followedSubject;

    /** What that was compared with: an object, or the name of a class that it is no instance of. */
    public static Object followedOther;

    private static Thread reporting;

    static {
        Arrays.fill(DISTANCES, Double.POSITIVE_INFINITY);
    }

    private Nearest() {}

    /** Begins a run on the current thread. What the last one listed and {@link #take} did not take never happened. */
    public static void begin() {
        reporting = Thread.currentThread();
        follow(-1);
        while (count > 0) {
            count--;
            DISTANCES[SIDES[count]] = BEFORE[count];
        }
    }

    /** Takes an entry of the list back. */
    public static void undo(int at) {
        DISTANCES[SIDES[at]] = BEFORE[at];
    }

    /** Takes a side out of the list, and sets its distance. */
    public static void settle(int side, double distance) {
        DISTANCES[side] = distance;
        for (int i = 0; i < count; i++) {
            if (SIDES[i] == side) {
                count--;
                SIDES[i] = SIDES[count];
                STATEMENTS[i] = STATEMENTS[count];
                LEFT[i] = LEFT[count];
                RIGHT[i] = RIGHT[count];
                BEFORE[i] = BEFORE[count];
                return;
            }
        }
    }

    /** Wants to know of a side how near this run comes. */
    public static void follow(int side) {
        followed = side;
        followedDistance = Double.POSITIVE_INFINITY;
        followedLeft = null;
        followedRight = null;
        followedSubject = null;
        followedOther = null;
    }

    /** A decision about a reference did not take a side. */
    static void follow(int side, Object subject, Object other) {
        if (side == followed) {
            followedSubject = subject;
            followedOther = other;
        }
    }

    /** Empties the list; the distances stay. */
    public static void take() {
        count = 0;
    }

    /** Whether a decision, by its first side, has anything to report. */
    static boolean isAsked(int decision) {
        return DECISIONS[decision] != 0 || Compared.isNoting;
    }

    /** Whether reports of the current thread are wanted. */
    static boolean isReporting() {
        return Thread.currentThread() == reporting;
    }

    /** Whether a side is wanted, and such a distance would be nearer than all before. */
    static boolean isNearer(int side, double distance) {
        return WANTED[side] != 0
                && (distance < DISTANCES[side] || side == followed && distance < followedDistance);
    }

    /** A run came so near to a side with these operands. */
    static void report(int side, double distance, Object left, Object right) {
        if (side == followed) {
            followedDistance = distance;
            followedStatement = statement;
            followedLeft = left;
            followedRight = right;
            if (distance >= DISTANCES[side]) {
                return;
            }
        }
        int at = count - 1;
        while (at >= 0 && SIDES[at] != side) {
            at--;
        }
        if (at < 0) {
            if (count == MOST) {
                return;
            }
            at = count++;
            SIDES[at] = side;
            BEFORE[at] = DISTANCES[side];
        }
        DISTANCES[side] = distance;
        STATEMENTS[at] = statement;
        LEFT[at] = left;
        RIGHT[at] = right;
    }
}
