import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** The JDK's concurrent classes, used by one thread. */
public class Concurrency {
    volatile int count;
    volatile String text = "a";
    static final AtomicIntegerFieldUpdater<Concurrency> COUNT = AtomicIntegerFieldUpdater.newUpdater(Concurrency.class, "count");
    static final AtomicReferenceFieldUpdater<Concurrency, String> TEXT = AtomicReferenceFieldUpdater.newUpdater(Concurrency.class, String.class, "text");
    static final ThreadLocal<Integer> LOCAL = ThreadLocal.withInitial(() -> 7);

    static String locks(int n) throws Exception {
        ReentrantLock lock = new ReentrantLock(n > 2);
        ReentrantReadWriteLock both = new ReentrantReadWriteLock();
        StampedLock stamped = new StampedLock();
        String s = "";
        lock.lock();
        try { lock.lock(); s += lock.getHoldCount() + "" + lock.isHeldByCurrentThread() + lock.tryLock(); lock.unlock(); lock.unlock(); } finally { lock.unlock(); }
        both.readLock().lock();
        s += both.getReadLockCount() + "" + both.writeLock().tryLock();
        both.readLock().unlock();
        both.writeLock().lock();
        s += both.isWriteLocked();
        long stamp = stamped.tryOptimisticRead();
        s += stamped.validate(stamp);
        long write = stamped.writeLock();
        s += stamped.validate(stamp);
        stamped.unlockWrite(write);
        if (n == 1) lock.unlock();
        return s + lock.isLocked();
    }

    static String queues(int n) throws Exception {
        ArrayBlockingQueue<Integer> a = new ArrayBlockingQueue<>(2);
        LinkedBlockingQueue<Integer> b = new LinkedBlockingQueue<>();
        ConcurrentLinkedDeque<Integer> c = new ConcurrentLinkedDeque<>();
        String s = "";
        for (int i = 0; i < n; i++) { s += a.offer(i); b.put(i); c.addFirst(i); }
        return s + a + b + c + a.poll() + b.remainingCapacity() + c.pollLast() + b.contains(1);
    }

    static String maps(int n) {
        ConcurrentSkipListMap<Integer, String> m = new ConcurrentSkipListMap<>();
        for (int i = n; i > 0; i--) m.put(i * 7 % 5, "v" + i);
        CopyOnWriteArraySet<String> set = new CopyOnWriteArraySet<>(m.values());
        Map.Entry<Integer, String> first = m.firstEntry();
        return m.size() + "" + (first == null ? "none" : first.getValue()) + m.ceilingKey(2) + set.size() + m.headMap(3);
    }

    static String updaters(int n) {
        Concurrency c = new Concurrency();
        int a = COUNT.addAndGet(c, n);
        boolean b = TEXT.compareAndSet(c, "a", "b" + n);
        AtomicStampedReference<String> stamped = new AtomicStampedReference<>("s", n);
        boolean d = stamped.compareAndSet("s", "t", n, n + 1);
        AtomicMarkableReference<String> marked = new AtomicMarkableReference<>("m", n > 1);
        DoubleAdder adder = new DoubleAdder();
        adder.add(n * 0.5);
        LongAccumulator most = new LongAccumulator(Math::max, 3);
        most.accumulate(n);
        return a + " " + b + c.text + d + stamped.getStamp() + marked.isMarked() + adder.sum() + most.get() + COUNT.getAndUpdate(c, x -> x * 3) + c.count;
    }

    static String tasks(int n) throws Exception {
        FutureTask<String> task = new FutureTask<>(() -> { if (n == 2) throw new IllegalStateException("task"); return "done" + n; });
        task.run();
        CountDownLatch latch = new CountDownLatch(1);
        latch.countDown();
        Semaphore s = new Semaphore(n);
        try { return task.get() + task.isDone() + latch.await(1, TimeUnit.SECONDS) + s.tryAcquire() + s.availablePermits(); }
        catch (java.util.concurrent.ExecutionException e) { return e.getMessage() + e.getCause(); }
    }

    static String locals(int n) {
        int first = LOCAL.get();
        LOCAL.set(n);
        WeakReference<String> weak = new WeakReference<>("kept");
        String s = first + " " + LOCAL.get() + Optional.ofNullable(weak.get());
        LOCAL.remove();
        return s + LOCAL.get() + Thread.currentThread().isInterrupted();
    }
}
