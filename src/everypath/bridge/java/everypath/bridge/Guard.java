package everypath.bridge;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import everypath.probes.Probes;

/**
 * Watches the thread that runs code under test. When its time is up the guard asks it to stop, first by the probes,
 * then by interrupting it; when nothing helps it answers in its place and ends the process.
 */
final class Guard {
    /** Exit code of a process that gave up on a test; the answer has been sent before. */
    static final int GAVE_UP = 75;

    private static final int POLL_MILLIS = 8;
    private static final long INTERRUPT_AFTER = 40_000_000L;
    private static final long GIVE_UP_AFTER = 400_000_000L;

    private final Wire wire;
    private final Thread worker;
    private Object id;
    private boolean running;
    private long deadline;
    private boolean overdue;
    private List<Object> place = List.of();

    Guard(Wire wire, Thread worker) {
        this.wire = wire;
        this.worker = worker;
    }

    /** Code under test is about to run for the request {@code requestId}. */
    synchronized void begin(Object requestId, long fuel, long millis) {
        id = requestId;
        overdue = false;
        place = List.of();
        Probes.stop = null;
        Probes.exit = null;
        Probes.fuel = fuel;
        deadline = System.nanoTime() + millis * 1_000_000L;
        running = true;
    }

    /** Code under test has ended; true when it was asked to stop because its time was up. */
    synchronized boolean end() {
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
        while (true) {
            try {
                Thread.sleep(POLL_MILLIS);
                check();
            } catch (InterruptedException e) {
                // Nobody may interrupt the guard; code under test that does is ignored.
            } catch (Throwable e) {
                // Out of memory, most likely: the parent sees the pipe close and restarts.
                Runtime.getRuntime().halt(GAVE_UP);
            }
        }
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
            overdue = true;
            place = Traces.frames(worker.getStackTrace());
            Probes.stop = new Probes.Stop("time is up");
        }
        if (late > INTERRUPT_AFTER) {
            worker.interrupt();
        }
        if (late > GIVE_UP_AFTER) {
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("id", id);
            answer.put("status", "timeout");
            answer.put("trace", new ArrayList<>(place));
            answer.put("retire", true);
            wire.write(answer);
            wire.flush();
            Runtime.getRuntime().halt(GAVE_UP);
        }
    }
}
