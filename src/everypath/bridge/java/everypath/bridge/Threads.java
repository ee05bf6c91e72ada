package everypath.bridge;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;

/**
 * The threads that a run started. Those of the common pool stay; what they work on belongs to the run.
 */
final class Threads {
    private final List<Thread> running = new ArrayList<>();
    private boolean usesCommonPool;

    /** Adds threads that were started. */
    void add(Thread[] started) {
        for (Thread each : started) {
            if (!running.contains(each)) {
                running.add(each);
            }
        }
    }

    /** Whether all have ended, and the common pool has nothing to do. */
    boolean areEnded() {
        return count() == 0;
    }

    /** How many have not ended; a common pool that is at work counts as one. */
    int count() {
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
    void interrupt() {
        for (Thread each : running) {
            each.interrupt();
        }
    }
}
