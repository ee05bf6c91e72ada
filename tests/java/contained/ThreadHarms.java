package contained;

import java.io.File;
import java.lang.ref.Cleaner;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What goes on after a call, or does not end: a later harm is the default zone, that the next call sees. */
public class ThreadHarms {
    private static void harm(String outside) {
        java.util.TimeZone.setDefault(java.util.TimeZone.getTimeZone("Asia/Tokyo"));
        new File(outside, "file.txt").delete();
    }

    private static void later(String outside, long millis) {
        long until = System.nanoTime() + millis * 1_000_000;
        while (System.nanoTime() < until) {
            LockSupport.parkNanos(1_000_000);
        }
        harm(outside);
    }

    public static void thread(String outside) {
        new Thread(() -> later(outside, 30)).start();
    }

    public static void daemon(String outside) {
        Thread thread = new Thread(() -> later(outside, 30));
        thread.setDaemon(true);
        thread.start();
    }

    public static void otherGroup(String outside) {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        new Thread(group, () -> later(outside, 30)).start();
    }

    public static void stubborn(String outside) {
        new Thread(() -> {
            BigInteger.TWO.pow(40000).add(BigInteger.ONE).nextProbablePrime();
            harm(outside);
        }).start();
    }

    public static void timer(String outside) {
        new Timer(true).schedule(new TimerTask() {
            @Override
            public void run() {
                harm(outside);
            }
        }, 40);
    }

    public static void timerRepeats(String outside) {
        new Timer().scheduleAtFixedRate(new TimerTask() {
            @Override
            public void run() {
                harm(outside);
            }
        }, 20, 5);
    }

    public static void pool(String outside) {
        Executors.newFixedThreadPool(4).submit(() -> later(outside, 30));
    }

    public static void scheduled(String outside) {
        Executors.newScheduledThreadPool(1).schedule(() -> harm(outside), 40, TimeUnit.MILLISECONDS);
    }

    public static void commonPool(String outside) {
        ForkJoinPool.commonPool().execute(() -> later(outside, 30));
    }

    public static void future(String outside) {
        CompletableFuture.runAsync(() -> later(outside, 30));
    }

    public static void delayed(String outside) {
        CompletableFuture.delayedExecutor(40, TimeUnit.MILLISECONDS).execute(() -> harm(outside));
    }

    public static void timeoutFuture(String outside) {
        new CompletableFuture<String>().completeOnTimeout("x", 40, TimeUnit.MILLISECONDS)
                .thenAccept(each -> harm(outside));
    }

    public static void virtual(String outside) throws Throwable {
        try {
            Thread.class.getMethod("startVirtualThread", Runnable.class)
                    .invoke(null, (Runnable) () -> later(outside, 30));
        } catch (NoSuchMethodException e) {
            thread(outside);
        }
    }

    public static void finaliser(String outside) {
        new Object() {
            @Override
            @SuppressWarnings({"deprecation", "removal"})
            protected void finalize() {
                harm(outside);
            }
        };
        System.gc();
    }

    public static void cleaner(String outside) {
        Cleaner.create().register(new Object(), () -> harm(outside));
        System.gc();
    }

    public static void manyThreads(String outside) {
        for (int i = 0; i < 100_000; i++) {
            new Thread(() -> LockSupport.park()).start();
        }
    }

    public static void forks(String outside) {
        spread(outside);
    }

    private static void spread(String outside) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> spread(outside)).start();
        }
    }

    public static void stopsAll(String outside) {
        Thread[] all = new Thread[64];
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        int count = group.enumerate(all);
        for (int i = 0; i < count; i++) {
            if (all[i] != Thread.currentThread()) {
                all[i].interrupt();
                all[i].stop();
            }
        }
    }

    public static void suspendsAll(String outside) throws Throwable {
        for (Thread each : Thread.getAllStackTraces().keySet()) {
            if (each != Thread.currentThread()) {
                Thread.class.getMethod("suspend").invoke(each);
            }
        }
    }

    public static void lowersAll(String outside) {
        for (Thread each : Thread.getAllStackTraces().keySet()) {
            each.setPriority(1);
            each.setName("harm");
        }
    }

    public static void emptyLoop(String outside) {
        while (true) {}
    }

    public static void loopInJdk(String outside) {
        BigInteger.TWO.pow(60000).add(BigInteger.ONE).nextProbablePrime();
    }

    public static void deletesThenLoopsInJdk(String outside) {
        try {
            new java.io.File(outside, "file.txt").delete();
        } catch (Throwable refused) {
            loopInJdk(outside);
        }
    }

    public static void waitsForEver(String outside) {
        boolean done = false;
        CountDownLatch latch = new CountDownLatch(1);
        while (!done) {
            try {
                latch.await();
                done = true;
            } catch (InterruptedException e) {
                done = false;
            }
        }
    }

    public static void waitsUninterruptibly(String outside) {
        new java.util.concurrent.Semaphore(0).acquireUninterruptibly();
    }

    public static void deadlock(String outside) throws Throwable {
        Object first = new Object();
        Object second = new Object();
        CountDownLatch both = new CountDownLatch(2);
        Thread other = new Thread(() -> {
            synchronized (second) {
                both.countDown();
                waitFor(both);
                synchronized (first) {
                    both.countDown();
                }
            }
        });
        synchronized (first) {
            other.start();
            both.countDown();
            waitFor(both);
            synchronized (second) {
                both.countDown();
            }
        }
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void floodsMemory(String outside) {
        List<byte[]> kept = new ArrayList<>();
        while (true) {
            kept.add(new byte[1 << 20]);
        }
    }

    public static void floodsClasses(String outside) throws Throwable {
        byte[] bytes = ThreadHarms.class.getResourceAsStream("Small.class").readAllBytes();
        List<Class<?>> kept = new ArrayList<>();
        while (true) {
            kept.add(java.lang.invoke.MethodHandles.lookup().defineHiddenClass(bytes, true).lookupClass());
        }
    }

    public static void floodsDirect(String outside) {
        List<Object> kept = new ArrayList<>();
        while (true) {
            kept.add(java.nio.ByteBuffer.allocateDirect(1 << 20));
        }
    }

    public static void floodsNative(String outside) {
        ConcurrentLinkedQueue<Object> kept = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < 100_000; i++) {
            kept.add(new java.util.zip.Deflater());
        }
    }

    public static void overflows(String outside) {
        overflows(outside + "x");
    }
}

/** A class to define many times. */
class Small {}
