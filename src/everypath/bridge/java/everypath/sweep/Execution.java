package everypath.sweep;

import java.lang.reflect.InvocationTargetException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import everypath.bridge.Containment;
import everypath.bridge.Environment;
import everypath.bridge.Guard;
import everypath.bridge.StaticHeap;
import everypath.bridge.Threads;
import everypath.probes.PlatformProbes;
import everypath.probes.Probes;

/**
 * Runs operations in this JVM as replays do: contained, within a budget of blocks and a limit of time, with the global
 * state put back.
 */
final class Execution {
    /** Blocks that a sequence may enter. */
    private static final long FUEL = 300_000;

    private static final long MILLIS = 200;

    /** The same where work is counted and time ends only what hangs. */
    private static final long MILLIS_TO_HANG = 2000;

    private static final int SEQUENCES_UNTIL_RESTORED = 8;
    private static final String UNUSABLE = "Could not initialize class ";
    private static final int MOST_IN_WANT_OF_MEMORY = 5;
    private static final double BLOCKS_PER_COST = 100;

    /** What an operation costs that ends with an error of the JVM, in a sweep without a clock. */
    private static final double COST_OF_ERROR = 1000;

    /** How an operation ended. */
    enum End {
        /** With a value or an exception. */
        RAN,
        /** It cannot be carried out on these values. */
        MISFIT,
        /** It was stopped: too many blocks, too much time, stack or memory, or it asked the JVM to exit. */
        STOPPED,
        /** It met a sink. */
        CONTAINED
    }

    private final Guard guard;
    private final Environment environment;
    private final Containment containment;
    private final Guard.Late late;
    private final Threads threads;
    private StaticHeap heap;
    private final Object requestId;
    private final boolean clocked;
    private boolean ofTheJdk;
    private boolean changed;
    private boolean written;
    private final Map<String, Object> printed = new HashMap<>();

    /** The operation that runs, or ran last. */
    volatile Operation current;

    /** Classes that cannot be initialised. */
    private final Set<String> unusable = new HashSet<>();

    private String spoilt;
    private Object value;
    private Throwable thrown;
    private double cost;
    private int sequences;
    private int wantingMemory;
    private int stubborn;
    private long calls;

    Execution(Guard guard, Environment environment, Containment containment, Guard.Late late, boolean clocked) {
        this.threads = new Threads(containment);
        this.guard = guard;
        this.environment = environment;
        this.containment = containment;
        this.late = late;
        this.clocked = clocked;
        this.requestId = 0L;
    }

    /** What puts static state back after each sequence. */
    void use(StaticHeap given) {
        heap = given;
        heap.guardedBy(guard);
    }

    /** Classes of the JDK are under test: what they share matters to the next sequence. */
    void sweepTheJdk() {
        ofTheJdk = true;
    }

    /** Begins a sequence. */
    void begin() {
        heap.listen();
        containment.begin(false);
        guard.begin(requestId, FUEL, clocked ? MILLIS : MILLIS_TO_HANG, late);
        containment.bracket(false);
    }

    /** Opens (true) or closes the bracket of the bridge's own work; returns what it was before. */
    boolean bracket(boolean bridge) {
        return containment.bracket(bridge);
    }

    /** Ends a sequence; what it left is put back. False where it met a sink. */
    boolean end() {
        containment.bracket(true);
        Probes.stop = null;
        Probes.grant(FUEL); // what is put back may run instrumented code
        int account = containment.account();
        if ((account & Containment.STARTED) != 0 || !threads.areEnded()) {
            threads.take();
            stubborn += threads.stop();
        }
        guard.end();
        containment.clear(account);
        written = (account & Containment.WRITTEN) != 0;
        changed |= ofTheJdk && (account & Containment.WORN) != 0;
        if (ofTheJdk || ++sequences % SEQUENCES_UNTIL_RESTORED == 0) {
            restore();
        }
        StaticHeap.ignore();
        heap.restore();
        return account >> Containment.BITS == 0;
    }

    /** Puts back what sequences may have changed of the JDK's global state. */
    void restore() {
        environment.restore(printed);
        printed.clear();
    }

    /** Whether the last sequence wrote, made, moved or deleted a file. */
    boolean changedFiles() {
        return written;
    }

    /** Whether the last sequence changed static state. */
    boolean changedStatics() {
        return heap.hadChanges();
    }

    /** Whether this JVM is in no state to go on. */
    boolean isWorn() {
        return wantingMemory >= MOST_IN_WANT_OF_MEMORY || stubborn > 0 || spoilt != null;
    }

    /** Whether state of the JDK was changed that nothing puts back. */
    boolean isChanged() {
        return changed;
    }

    /** The class whose initialiser was stopped, so that nobody can use it any more; null where there is none. */
    String spoilt() {
        return spoilt;
    }

    /** A class that cannot be initialised: that is nothing new. */
    void tolerate(String className) {
        unusable.add(className);
    }

    /** Takes note of initialisers that fail by themselves, and of classes that cannot be used though none did. */
    private void judge(Error error) {
        String message = error.getClass() == NoClassDefFoundError.class ? error.getMessage() : null;
        if (message != null && message.startsWith(UNUSABLE)) {
            String name = message.substring(UNUSABLE.length());
            spoilt = unusable.add(name) ? name : spoilt;
            return;
        }
        Throwable cause = error instanceof ExceptionInInitializerError ? error.getCause() : error;
        for (StackTraceElement frame : (cause == null ? error : cause).getStackTrace()) {
            if (frame.getMethodName().equals("<clinit>")) {
                unusable.add(frame.getClassName());
            }
        }
    }

    /** Runs one operation; see also {@link #value}, {@link #thrown} and {@link #cost}. */
    End run(Operation operation, Object[] values, int[] arguments) {
        current = operation;
        calls++;
        if (heap.hasEffects()) {
            heap.use(operation.owner.getName());
        }
        value = null;
        thrown = null;
        boolean misfit = false;
        long fuel = Probes.fuel;
        long began = clocked ? System.nanoTime() : 0;
        PlatformProbes.open(true);
        try {
            value = operation.run(values, arguments);
        } catch (InvocationTargetException e) {
            thrown = e.getCause();
        } catch (RuntimeException | ReflectiveOperationException e) {
            misfit = true; // not the code under test threw it
            thrown = e;
        } catch (Throwable e) {
            thrown = e; // of an initialiser, or the JVM's
        } finally {
            PlatformProbes.open(false);
        }
        cost = clocked ? (System.nanoTime() - began) / 1e3 : counted(fuel - Probes.fuel);
        operation.runs++;
        operation.cost += cost;
        if (misfit) {
            return End.MISFIT;
        } else if (thrown != null && containment.account() >> Containment.BITS != 0) {
            return End.CONTAINED;
        } else if (Probes.stop != null || Probes.exit != null) {
            return End.STOPPED;
        } else if (thrown instanceof VirtualMachineError) {
            wantingMemory = thrown instanceof OutOfMemoryError ? wantingMemory + 1 : wantingMemory;
            return End.STOPPED;
        }
        if (thrown instanceof LinkageError || thrown instanceof AssertionError) {
            judge((Error) thrown);
        }
        wantingMemory = 0;
        return End.RAN;
    }

    /** The cost of so many blocks. How deep a stack or how large the heap can be depends on the compiler's progress. */
    private double counted(long blocks) {
        return thrown instanceof VirtualMachineError ? COST_OF_ERROR : Math.max(0, blocks) / BLOCKS_PER_COST;
    }

    Object value() {
        return value;
    }

    /** What the last operation threw, null where it returned. */
    Throwable thrown() {
        return thrown;
    }

    double cost() {
        return cost;
    }

    /** Operations run so far. */
    long calls() {
        return calls;
    }
}
