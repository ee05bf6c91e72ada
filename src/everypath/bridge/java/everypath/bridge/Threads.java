package everypath.bridge;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;

import everypath.probes.Probes;

/**
 * The threads that a run started. Those of the common pool stay; what they work on belongs to the run.
 */
final class Threads {
    private static final long MILLIS_TO_END = 60;

    private final Containment containment;
    private final List<Thread> running = new ArrayList<>();
    private boolean usesCommonPool;

    /** The threads that {@code containment} sees start. */
    Threads(Containment containment) {
        this.containment = containment;
    }

    /** Ends those that the run left; returns how many could not be ended. */
    int end() {
        takeStarted();
        if (areEnded()) {
            return 0;
        }
        Probes.stop = new Probes.Stop("the test has ended");
        long until = System.nanoTime() + MILLIS_TO_END * 1_000_000L;
        do {
            interrupt();
            Thread.interrupted();
            try {
                Thread.sleep(2);
            } catch (InterruptedException e) {
                // Code under test interrupts this thread.
            }
            takeStarted();
        } while (!areEnded() && System.nanoTime() < until);
        Probes.stop = null;
        Thread.interrupted();
        return count();
    }

    private void takeStarted() {
        if ((containment.account() & Containment.STARTED) != 0) {
            add(containment.takeStarted());
        }
    }

    /** Adds threads that were started. */
    private void add(Thread[] started) {
        for (Thread each : started) {
            if (!running.contains(each)) {
                running.add(each);
            }
        }
    }

    /** Whether all have ended, and the common pool has nothing to do. */
    private boolean areEnded() {
        return count() == 0;
    }

    /** How many have not ended; a common pool that is at work counts as one. */
    private int count() {
        if (running.isEmpty() && !usesCommonPool) {
            return 0;
        }
        for (int at = running.size() - 1; at >= 0; at--) {
            Thread each = running.get(at);
            boolean isPooled = each instanceof ForkJoinWorkerThread
                    && ((ForkJoinWorkerThread) each).getPool() == ForkJoinPool.commonPool();
            usesCommonPool |= isPooled;
            if (isPooled || !each.isAlive()) {
                running.remove(at);
            }
        }
        return running.size() + (usesCommonPool && !ForkJoinPool.commonPool().isQuiescent() ? 1 : 0);
    }

    /** Interrupts those that run. */
    private void interrupt() {
        for (Thread each : running) {
            each.interrupt();
        }
    }
}
