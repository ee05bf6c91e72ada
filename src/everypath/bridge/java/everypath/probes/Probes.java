package everypath.probes;

/**
 * The run-time side of the probes that the instrumenter inserts into classes under analysis.
 *
 * <p>This class is on the boot class path, so that instrumented JDK classes see it too. It uses nothing of the JDK but
 * {@code java.lang.Object}, arrays and errors, and threads once a budget is spent: an instrumented JDK class may be
 * loaded very early.
 */
public final class Probes {
    /** How many probes one JVM can hold; classes beyond it run without probes. */
    public static final int CAPACITY = 1 << 20;

    /** log2 of the number of probes that share one dirty mark. */
    public static final int PAGE_BITS = 6;

    /** One byte per probe: 1 when it was passed since the last reset. */
    public static final byte[] HITS = new byte[CAPACITY];

    /** One byte per page of probes: 1 when one of them was passed, so that reading and clearing touch only those. */
    public static final byte[] PAGES = new byte[CAPACITY >> PAGE_BITS];

    /** Block entries that may still be executed; below zero every block probe throws. See {@link #grant}. */
    public static long fuel = Long.MAX_VALUE;

    /** Whether the call was stopped because it entered too many blocks. */
    public static volatile boolean spent;

    /** How often the call may have the budget anew while other threads share it. */
    private static final int MOST_ANEW = 8;

    /** Looks, a millisecond apart, that find the call waiting until it counts as one that waits for other threads. */
    private static final int LOOKS = 20;

    private static Thread caller;
    private static long granted = Long.MAX_VALUE;
    private static int anew;

    /** When set, every block probe throws it. */
    public static volatile Error stop;

    private static Error jostling;

    /** Set when the code under test asked the JVM to exit. */
    public static volatile Exit exit;

    /** Exceptions, each followed by the method that it left, as long as the array is not full; see {@link #left}. */
    public static final Object[] LEFT = new Object[1 << 14];

    /** How much of it is filled. */
    public static int leftCount;

    /** One byte per numbered instruction that returns: 1 when it was passed, where that is asked for. */
    public static final byte[] RETURNED = new byte[1 << 18];

    /** Notified of static initialisers as they run; null where nobody listens. */
    public static volatile Initialisers initialisers;

    private Probes() {}

    /** Is notified of the static initialisers of classes under analysis, on the thread that runs them. */
    public abstract static class Initialisers {
        /** For those who listen. */
        protected Initialisers() {}

        /** The initialiser of a class begins: the class, or its name if its class file is older than class literals. */
        public abstract void begins(Object type);

        /** It returns. There is no notice of one that throws. */
        public abstract void returns(Object type);
    }

    /** Unwinds code under test: its budget or its time is spent. */
    public static final class Stop extends Error {
        private static final long serialVersionUID = 1L;

        /** A reason to stop, with the place where it was noticed as stack trace. */
        public Stop(String message) {
            super(message);
        }
    }

    /** Unwinds code under test after {@code System.exit}, {@code Runtime.exit} or {@code Runtime.halt}. */
    public static final class Exit extends Error {
        private static final long serialVersionUID = 1L;

        /** The exit status the code asked for. */
        public final int status;

        Exit(int status) {
            super("exit(" + status + ")");
            this.status = status;
        }
    }

    // ---- blocks

    /** A basic block is entered: mark it, and stop when the budget is spent. */
    public static void block(int id) {
        HITS[id] = 1;
        PAGES[id >> PAGE_BITS] = 1;
        if (--fuel < 0 || stop != null) {
            halt();
        }
    }

    /** Like {@link #block}, but never throws: used inside handlers that cover themselves. */
    public static void mark(int id) {
        HITS[id] = 1;
        PAGES[id >> PAGE_BITS] = 1;
    }

    /** Whether threads yield at every block, so that changes of shared state become visible. */
    public static void jostle(boolean wanted) {
        if (wanted && stop == null) {
            jostling = new Stop("nothing stops");
            stop = jostling;
        } else if (!wanted && stop == jostling) {
            stop = null;
        }
    }

    private static void halt() {
        Error reason = stopping();
        if (reason == null) {
            if (fuel >= 0) {
                Thread.yield();
                return;
            }
            if (isBeside()) {
                yieldToOthers();
            } else if (isShared()) {
                return;
            }
            reason = stopping();
        }
        if (reason == null) {
            reason = new Stop("step budget spent");
            spent = true;
            stop = reason;
        }
        throw reason;
    }

    // ---- the budget

    /**
     * The current thread may enter so many blocks, or go on for so long until somebody stops it.
     *
     * <p>Threads that it starts use the same budget up, as fast as the machine has them run. How the call ends must not
     * depend on that: a thread beside it that finds the budget spent gives it back and stands still.
     */
    public static void grant(long blocks) {
        caller = Thread.currentThread();
        granted = blocks;
        anew = 0;
        spent = false;
        fuel = blocks;
    }

    /** What unwinds code under test, null while nothing does. */
    private static Error stopping() {
        Error reason = stop;
        return reason == jostling ? null : reason;
    }

    /** Whether the current thread was started by the call, not by the JVM or by us. */
    private static boolean isBeside() {
        Thread current = Thread.currentThread();
        return caller != null && current != caller && caller.getThreadGroup().parentOf(current.getThreadGroup());
    }

    /** Whether other threads may have used up what the call was granted: then it has the budget anew, some times. */
    private static boolean isShared() {
        if (Thread.currentThread() != caller || caller.getThreadGroup().activeCount() <= 1 || anew >= MOST_ANEW) {
            return false;
        }
        anew++;
        fuel = granted;
        return true;
    }

    /** Waits until the call is stopped, or waits itself and so needs this thread, which goes on for ever. */
    private static void yieldToOthers() {
        fuel = granted;
        int looks = 0;
        while (looks < LOOKS && stopping() == null) {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                // it looks at once
            }
            Thread.State state = caller.getState();
            looks = state == Thread.State.WAITING || state == Thread.State.BLOCKED ? looks + 1 : 0;
        }
    }

    // ---- branches: `id` is the edge that falls through, `id + 1` the jump

    /** {@code ifeq}. */
    public static void ifeq(int value, int id) {
        mark(value == 0 ? id + 1 : id);
    }

    /** {@code ifne}. */
    public static void ifne(int value, int id) {
        mark(value != 0 ? id + 1 : id);
    }

    /** {@code iflt}. */
    public static void iflt(int value, int id) {
        mark(value < 0 ? id + 1 : id);
    }

    /** {@code ifge}. */
    public static void ifge(int value, int id) {
        mark(value >= 0 ? id + 1 : id);
    }

    /** {@code ifgt}. */
    public static void ifgt(int value, int id) {
        mark(value > 0 ? id + 1 : id);
    }

    /** {@code ifle}. */
    public static void ifle(int value, int id) {
        mark(value <= 0 ? id + 1 : id);
    }

    /** {@code if_icmpeq}. */
    public static void if_icmpeq(int left, int right, int id) {
        mark(left == right ? id + 1 : id);
    }

    /** {@code if_icmpne}. */
    public static void if_icmpne(int left, int right, int id) {
        mark(left != right ? id + 1 : id);
    }

    /** {@code if_icmplt}. */
    public static void if_icmplt(int left, int right, int id) {
        mark(left < right ? id + 1 : id);
    }

    /** {@code if_icmpge}. */
    public static void if_icmpge(int left, int right, int id) {
        mark(left >= right ? id + 1 : id);
    }

    /** {@code if_icmpgt}. */
    public static void if_icmpgt(int left, int right, int id) {
        mark(left > right ? id + 1 : id);
    }

    /** {@code if_icmple}. */
    public static void if_icmple(int left, int right, int id) {
        mark(left <= right ? id + 1 : id);
    }

    /** {@code if_acmpeq}. */
    public static void if_acmpeq(Object left, Object right, int id) {
        mark(left == right ? id + 1 : id);
    }

    /** {@code if_acmpne}. */
    public static void if_acmpne(Object left, Object right, int id) {
        mark(left != right ? id + 1 : id);
    }

    /** {@code ifnull}. */
    public static void ifnull(Object value, int id) {
        mark(value == null ? id + 1 : id);
    }

    /** {@code ifnonnull}. */
    public static void ifnonnull(Object value, int id) {
        mark(value != null ? id + 1 : id);
    }

    /** {@code tableswitch}: `id` is the default edge, `id + 1 + k` the edge of `low + k`. */
    public static void tableswitch(int value, int low, int high, int id) {
        mark(value < low || value > high ? id : id + 1 + (value - low));
    }

    /** {@code lookupswitch}: `keys` has the sorted keys, two chars each; `id` is the default edge, then one per key. */
    public static void lookupswitch(int value, String keys, int id) {
        int low = 0;
        int high = keys.length() / 2 - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int key = keys.charAt(2 * middle) << 16 | keys.charAt(2 * middle + 1);
            if (key == value) {
                mark(id + 1 + middle);
                return;
            }
            if (key < value) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        mark(id);
    }

    // ---- static initialisers

    /** A static initialiser begins. */
    public static void initialising(Object type) {
        Initialisers listener = initialisers;
        if (listener != null) {
            listener.begins(type);
        }
    }

    /** A static initialiser returns. */
    public static void initialised(Object type) {
        Initialisers listener = initialisers;
        if (listener != null) {
            listener.returns(type);
        }
    }

    // ---- exits

    /** A method returns. */
    public static void returned(int place) {
        RETURNED[place] = 1;
    }

    /** An exception leaves a method. */
    public static synchronized void left(Throwable thrown, String method) {
        if (stop == null && leftCount < LEFT.length) {
            LEFT[leftCount++] = thrown;
            LEFT[leftCount++] = method;
        }
    }

    // ---- what calls of exit and halt in code under test are redirected to

    /** In place of {@code System.exit}. */
    public static void exit(int status) {
        Exit error = new Exit(status);
        exit = error;
        stop = error;
        throw error;
    }

    /** In place of {@code Runtime.exit} and {@code Runtime.halt}. */
    public static void exit(Runtime runtime, int status) {
        runtime.getClass();
        exit(status);
    }
}
