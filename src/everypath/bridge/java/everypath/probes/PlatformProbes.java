package everypath.probes;

/**
 * The probes of classes of the JDK. The bridge uses these classes itself: with a {@link #watch worker}, probes count on
 * that thread only while it is {@link #open}, and on the threads that code under test has started. Without one, they
 * are those of {@link Probes}.
 *
 * <p>Nothing that a probe runs may pass probes without end: what ends a budget uses classes of the JDK, too.
 */
public final class PlatformProbes {
    private static Thread worker;
    private static Thread[] own = {};
    private static boolean open;

    /** The thread that is finding out what ends a budget: its probes count for nothing meanwhile. */
    private static volatile Thread halting;

    private PlatformProbes() {}

    /**
     * From now on probes count on the worker while it is {@link #open}, and on threads that start later.
     *
     * @param runs the worker
     * @param others all threads that run now
     */
    public static void watch(Thread runs, Thread[] others) {
        own = others.clone();
        worker = runs;
    }

    /** The worker runs code under test (true) or the bridge's own; returns what it was before. */
    public static boolean open(boolean given) {
        boolean before = open;
        if (Thread.currentThread() == worker) {
            open = given;
        }
        return before;
    }

    private static boolean counts() {
        return worker == null || isOfTheCode(Thread.currentThread());
    }

    private static boolean isOfTheCode(Thread current) {
        if (current == worker) {
            return open;
        }
        for (Thread each : own) {
            if (each == current) {
                return false;
            }
        }
        return true;
    }

    // ---- blocks

    /** See {@link Probes#block}. */
    public static void block(int id) {
        if (!counts()) {
            return;
        } else if (Probes.fuel > 0 && Probes.stop == null) {
            Probes.block(id);
            return;
        }
        Thread current = Thread.currentThread();
        if (halting == current) {
            return;
        }
        halting = current;
        try {
            Probes.block(id);
        } finally {
            halting = null;
        }
    }

    /** See {@link Probes#mark}. */
    public static void mark(int id) {
        if (counts()) {
            Probes.mark(id);
        }
    }

    // ---- branches

    /** See {@link Probes#ifeq}. */
    public static void ifeq(int value, int id) {
        if (counts()) {
            Probes.ifeq(value, id);
        }
    }

    /** See {@link Probes#ifne}. */
    public static void ifne(int value, int id) {
        if (counts()) {
            Probes.ifne(value, id);
        }
    }

    /** See {@link Probes#iflt}. */
    public static void iflt(int value, int id) {
        if (counts()) {
            Probes.iflt(value, id);
        }
    }

    /** See {@link Probes#ifge}. */
    public static void ifge(int value, int id) {
        if (counts()) {
            Probes.ifge(value, id);
        }
    }

    /** See {@link Probes#ifgt}. */
    public static void ifgt(int value, int id) {
        if (counts()) {
            Probes.ifgt(value, id);
        }
    }

    /** See {@link Probes#ifle}. */
    public static void ifle(int value, int id) {
        if (counts()) {
            Probes.ifle(value, id);
        }
    }

    /** See {@link Probes#ifnull}. */
    public static void ifnull(Object value, int id) {
        if (counts()) {
            Probes.ifnull(value, id);
        }
    }

    /** See {@link Probes#ifnonnull}. */
    public static void ifnonnull(Object value, int id) {
        if (counts()) {
            Probes.ifnonnull(value, id);
        }
    }

    /** See {@link Probes#if_icmpeq}. */
    public static void if_icmpeq(int left, int right, int id) {
        if (counts()) {
            Probes.if_icmpeq(left, right, id);
        }
    }

    /** See {@link Probes#if_icmpne}. */
    public static void if_icmpne(int left, int right, int id) {
        if (counts()) {
            Probes.if_icmpne(left, right, id);
        }
    }

    /** See {@link Probes#if_icmplt}. */
    public static void if_icmplt(int left, int right, int id) {
        if (counts()) {
            Probes.if_icmplt(left, right, id);
        }
    }

    /** See {@link Probes#if_icmpge}. */
    public static void if_icmpge(int left, int right, int id) {
        if (counts()) {
            Probes.if_icmpge(left, right, id);
        }
    }

    /** See {@link Probes#if_icmpgt}. */
    public static void if_icmpgt(int left, int right, int id) {
        if (counts()) {
            Probes.if_icmpgt(left, right, id);
        }
    }

    /** See {@link Probes#if_icmple}. */
    public static void if_icmple(int left, int right, int id) {
        if (counts()) {
            Probes.if_icmple(left, right, id);
        }
    }

    /** See {@link Probes#if_acmpeq}. */
    public static void if_acmpeq(Object left, Object right, int id) {
        if (counts()) {
            Probes.if_acmpeq(left, right, id);
        }
    }

    /** See {@link Probes#if_acmpne}. */
    public static void if_acmpne(Object left, Object right, int id) {
        if (counts()) {
            Probes.if_acmpne(left, right, id);
        }
    }

    /** See {@link Probes#tableswitch}. */
    public static void tableswitch(int value, int low, int high, int id) {
        if (counts()) {
            Probes.tableswitch(value, low, high, id);
        }
    }

    /** See {@link Probes#lookupswitch}. */
    public static void lookupswitch(int value, String keys, int id) {
        if (counts()) {
            Probes.lookupswitch(value, keys, id);
        }
    }
}
