package everypath.existing;

import everypath.probes.Probes;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs written tests in several threads at once, and switches between the threads all the time. */
public final class ParallelTests {
    /** The least number of runs in one round: a few tests, each run once, would end before the next thread starts. */
    private static final int FEWEST = 64;

    /** Milliseconds in which some test ends, unless the threads wait for each other for ever. */
    private static final long STILL = 2000;

    private ParallelTests() {}

    /**
     * Runs tests without fixtures, each time in another order.
     *
     * @param tests a class and a method by turns, a line each
     * @return the positions of the tests that failed at least once; null where the threads wait for each other
     */
    public static String[] run(String tests, int threads, int rounds) throws Exception {
        List<Method> methods = new ArrayList<>();
        String[] named = tests.split("\n");
        for (int at = 0; at < named.length; at += 2) {
            Class<?> type = Class.forName(named[at], true, ParallelTests.class.getClassLoader());
            Method method = type.getDeclaredMethod(named[at + 1]);
            method.setAccessible(true);
            methods.add(method);
        }
        Set<Integer> failed = Collections.synchronizedSet(new TreeSet<>());
        Random random = new Random(0);
        Probes.jostle(true);
        try {
            for (int round = 0; round < rounds; round++) {
                List<Integer> order = new ArrayList<>();
                while (order.size() < FEWEST) {
                    for (int at = 0; at < methods.size(); at++) {
                        order.add(at);
                    }
                }
                Collections.shuffle(order, random);
                if (!round(methods, new ConcurrentLinkedQueue<>(order), threads, failed)) {
                    return null;
                }
            }
        } finally {
            Probes.jostle(false);
        }
        return failed.stream().map(String::valueOf).toArray(String[]::new);
    }

    /** Runs tests in their order; false where no test ends any more. */
    private static boolean round(List<Method> methods, Queue<Integer> order, int threads, Set<Integer> failed)
            throws InterruptedException {
        AtomicInteger ended = new AtomicInteger();
        Thread[] workers = new Thread[threads];
        CyclicBarrier all = new CyclicBarrier(threads);
        Arrays.setAll(workers, each -> new Thread(() -> {
            await(all);
            for (Integer at = order.poll(); at != null; at = order.poll()) {
                try {
                    run(methods.get(at));
                } catch (Throwable e) {
                    failed.add(at);
                }
                ended.incrementAndGet();
            }
        }));
        for (Thread each : workers) {
            each.setDaemon(true);
            each.start();
        }
        for (Thread each : workers) {
            int before = -1;
            while (each.isAlive() && before != ended.get()) {
                before = ended.get();
                each.join(STILL);
            }
            if (each.isAlive()) {
                return false;
            }
        }
        return true;
    }

    private static void await(CyclicBarrier all) {
        try {
            all.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            // then it begins before the others
        }
    }

    private static void run(Method test) throws ReflectiveOperationException {
        Constructor<?> constructor = test.getDeclaringClass().getDeclaredConstructor();
        constructor.setAccessible(true);
        test.invoke(constructor.newInstance());
    }
}
