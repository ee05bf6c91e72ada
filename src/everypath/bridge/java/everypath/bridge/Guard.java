package everypath.bridge;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import everypath.probes.Probes;

/**
 * Watches the thread that runs code under test. When its time is up the guard asks it to stop, first by the probes,
 * then by interrupting it; when nothing helps it answers in its place and ends the process.
 */
public final class Guard {
    /** Exit code of a process that gave up on a test; the answer has been sent before. */
    static final int GAVE_UP = 75;

    /** Exit code of a process whose memory ran out where no test could be reported. */
    static final int OUT_OF_MEMORY = 76;

    private static final int POLL_MILLIS = 8;
    private static final long INTERRUPT_AFTER = 40_000_000L;
    private static final long GIVE_UP_AFTER = 400_000_000L;

    private final ProcessEnd process = new ProcessEnd();
    private final Wire wire;
    private final Thread worker;
    private final Containment containment;
    private Object id;
    private boolean running;
    private long deadline;
    private long limit;
    private long stopped;
    private long usedWhenLate;
    private boolean overdue;
    private List<Object> place = List.of();
    private Late substitute;

    /** Knows what to answer in place of a worker that hangs. */
    public interface Late {
        /** The answer; the guard's thread asks, and ends the process afterwards. */
        Map<String, Object> answerLate();
    }

    /** What is answered to the same request already, see {@link #hold}. */
    private Map<String, Object> held = Map.of();

    /** The guard of a worker. {@code containment} is null in a process that runs no code under test. */
    Guard(Wire wire, Thread worker, Containment containment) {
        this.wire = wire;
        this.worker = worker;
        this.containment = containment;
    }

    /** Code under test is about to run for the request {@code requestId}. */
    void begin(Object requestId, long fuel, long millis) {
        begin(requestId, fuel, millis, null);
    }

    /** The same where something else than the guard knows what to answer when the code hangs. */
    public synchronized void begin(Object requestId, long fuel, long millis, Late whenLate) {
        id = requestId;
        substitute = whenLate;
        overdue = false;
        place = List.of();
        Probes.stop = null;
        Probes.exit = null;
        Probes.grant(fuel);
        limit = millis * 1_000_000L;
        usedWhenLate = -1;
        deadline = System.nanoTime() + limit;
        running = true;
    }

    /**
     * Takes what is sent with the guard's own answer if the process has to be given up. It may change while no code
     * under test runs.
     */
    synchronized void hold(Map<String, Object> answer) {
        held = answer;
    }

    /** The code may take so many nanoseconds from now on, or what it has left if that is more; returns the latter. */
    synchronized long allow(long nanos) {
        long now = System.nanoTime();
        long left = deadline - now;
        deadline = now + Math.max(left, nanos);
        return left;
    }

    /** The code has so many nanoseconds left. */
    synchronized void leave(long nanos) {
        deadline = System.nanoTime() + nanos;
    }

    /** Code under test has ended; true when it was asked to stop because its time was up. */
    public synchronized boolean end() {
        running = false;
        Probes.stop = null;
        Probes.fuel = Long.MAX_VALUE;
        Thread.interrupted();
        return overdue;
    }

    /** Where the code under test was when its time was up. */
    synchronized List<Object> place() {
        return place;
    }

    /** The request that is being run, null when none is. */
    synchronized Object current() {
        return running ? id : null;
    }

    /** Watches until the process ends. */
    void watch() {
        try {
            while (true) {
                watchOnce();
            }
        } catch (IOException e) {
            process.halt(GAVE_UP); // the parent is gone
        } finally {
            process.halt(OUT_OF_MEMORY); // catching may fail then, too: its classes have to be found
        }
    }

    private void watchOnce() throws IOException {
        try {
            Thread.sleep(POLL_MILLIS);
            check();
        } catch (InterruptedException e) {
            // Nobody may interrupt the guard; code under test that does is ignored.
        }
    }

    /**
     * Whether the code may not have had its time although the clock says so, because the machine is busy: a thread that
     * can run is granted half its time again as processor time, but never more than four times as long.
     */
    private boolean isStarved(long late) {
        if (late > 3 * limit || worker.getState() != Thread.State.RUNNABLE) {
            return false;
        }
        long used = ManagementFactory.getThreadMXBean().getThreadCpuTime(worker.getId());
        if (usedWhenLate < 0) {
            usedWhenLate = used;
        }
        return used >= 0 && used - usedWhenLate < limit / 2;
    }

    private synchronized void check() throws IOException {
        if (!running) {
            return;
        }
        long late = System.nanoTime() - deadline;
        if (late < 0) {
            return;
        }
        if (!overdue) {
            if (isStarved(late)) {
                return;
            }
            overdue = true;
            stopped = System.nanoTime();
            place = Traces.frames(worker.getStackTrace());
            Probes.stop = new Probes.Stop("time is up");
        }
        long waited = System.nanoTime() - stopped;
        if (waited > INTERRUPT_AFTER) {
            worker.interrupt();
        }
        if (waited > GIVE_UP_AFTER) {
            Map<String, Object> answer = substitute == null ? described() : substitute.answerLate();
            answer.put("id", id);
            answer.putAll(held);
            answer.put("retire", true);
            wire.write(answer);
            wire.flush();
            process.halt(GAVE_UP);
        }
    }

    /** What is known of code that hangs. */
    private Map<String, Object> described() {
        Map<String, Object> answer = new LinkedHashMap<>();
        int met = containment == null ? -1 : (containment.account() >> Containment.BITS) - 1;
        if (met >= 0) {
            answer.put("status", "contained");
            answer.put("sink", met);
        } else {
            answer.put("status", "timeout");
            answer.put("trace", new ArrayList<>(place));
        }
        return answer;
    }
}
