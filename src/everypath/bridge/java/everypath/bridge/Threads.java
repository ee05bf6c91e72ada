package everypath.bridge;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;

import everypath.probes.Probes;

/**
 * The threads that runs started. Those of the common pool stay; what they work on belongs to the run.
 */
public final class Threads {
    private static final long MILLIS = 60;

    private final List<Thread> running = new ArrayList<>();
    private boolean usesCommonPool;

    /** Takes over the threads that were started since the last call. */
    public void take(Containment containment) {
        if ((containment.account() & Containment.STARTED) != 0) {
            add(containment.takeStarted());
        }
    }

    /**
     * Asks the threads to end, those included that they start, for {@link #MILLIS} at most; returns how many did not.
     */
    int endAll(Containment containment) {
        return endAll(containment, false);
    }

    /** The same by all means: pools that wait for work are shut down, and where the JVM can stop threads, it does. */
    public int stopAll(Containment containment) {
        return endAll(containment, true);
    }

    private int endAll(Containment containment, boolean byAllMeans) {
        take(containment);
        if (areEnded()) {
            return 0;
        }
        Probes.stop = new Probes.Stop("the test has ended");
        long until = System.nanoTime() + MILLIS * 1_000_000L;
        for (int round = 0; !areEnded() && (round == 0 || System.nanoTime() < until); round++) {
            interrupt();
            if (byAllMeans && round > 0) {
                for (Thread each : running) {
                    ThreadStop.stop(each);
                }
            }
            Thread.interrupted();
            try {
                Thread.sleep(2);
            } catch (InterruptedException e) {
                // Code under test interrupts this thread.
            }
            take(containment);
        }
        Probes.stop = null;
        Thread.interrupted();
        return count();
    }

    private void add(Thread[] started) {
        for (Thread each : started) {
            if (!running.contains(each)) {
                running.add(each);
            }
        }
    }

    /** Whether all have ended, and the common pool has nothing to do. */
    public boolean areEnded() {
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
