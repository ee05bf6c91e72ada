import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;

/** VarHandles of every kind and mode, and the JDK's classes that are built on them. */
public class Variables {
    int number = 1; long wide = 2; String text = "t"; boolean flag; byte small; double real = 1.5; volatile char letter = 'a';
    static int shared = 4;
    final int fixed = 3;

    static final VarHandle NUMBER, WIDE, TEXT, FLAG, SMALL, REAL, LETTER, SHARED, FIXED;
    static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
    static final VarHandle STRINGS = MethodHandles.arrayElementVarHandle(String[].class);
    static final VarHandle BIG = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    static final VarHandle LITTLE = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle DOUBLES = MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.BIG_ENDIAN);

    static {
        try {
            MethodHandles.Lookup l = MethodHandles.lookup();
            NUMBER = l.findVarHandle(Variables.class, "number", int.class);
            WIDE = l.findVarHandle(Variables.class, "wide", long.class);
            TEXT = l.findVarHandle(Variables.class, "text", String.class);
            FLAG = l.findVarHandle(Variables.class, "flag", boolean.class);
            SMALL = l.findVarHandle(Variables.class, "small", byte.class);
            REAL = l.findVarHandle(Variables.class, "real", double.class);
            LETTER = l.findVarHandle(Variables.class, "letter", char.class);
            SHARED = l.findStaticVarHandle(Variables.class, "shared", int.class);
            FIXED = l.findVarHandle(Variables.class, "fixed", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static String numbers(int n) {
        Variables v = new Variables();
        NUMBER.set(v, n);
        int a = (int) NUMBER.getAndAdd(v, 5);
        boolean b = NUMBER.compareAndSet(v, n + 5, 50), c = NUMBER.compareAndSet(v, n, 60);
        int d = (int) NUMBER.compareAndExchange(v, 50, 51), e = (int) NUMBER.getAndSet(v, 52);
        NUMBER.setVolatile(v, (short) n);
        long f = (long) NUMBER.getAcquire(v);
        Object g = NUMBER.getVolatile(v);
        int h = (int) NUMBER.getAndBitwiseOr(v, 8), i = (int) NUMBER.getAndBitwiseXor(v, 3), j = (int) NUMBER.getAndBitwiseAnd(v, 10);
        NUMBER.getAndAdd(v, 1);
        return a + " " + b + c + d + " " + e + " " + f + g + " " + h + " " + i + " " + j + " " + v.number;
    }

    static String others(int n) {
        Variables v = new Variables();
        WIDE.setRelease(v, n);
        long a = (long) WIDE.getAndAdd(v, 1L << 40);
        boolean b = FLAG.compareAndSet(v, false, n > 1), c = (boolean) FLAG.getAndBitwiseOr(v, true);
        byte d = (byte) SMALL.getAndAdd(v, (byte) (n * 60)), e = (byte) SMALL.getAndAdd(v, (byte) 100);
        double f = (double) REAL.getAndAdd(v, n * 0.1);
        boolean g = REAL.compareAndSet(v, 1.5, 2.5), h = REAL.weakCompareAndSetPlain(v, v.real, 0.0);
        char i = (char) LETTER.getAndAdd(v, (char) n);
        return a + " " + v.wide + b + c + d + " " + e + " " + v.small + f + g + h + v.real + i + v.letter;
    }

    static String references(int n) {
        Variables v = new Variables();
        String old = (String) TEXT.getAndSet(v, "u" + n);
        boolean a = TEXT.compareAndSet(v, "never", "x"), b = TEXT.compareAndSet(v, v.text, "y");
        Object c = TEXT.compareAndExchange(v, "y", "z");
        return old + a + b + c + v.text + TEXT.varType().getSimpleName() + TEXT.coordinateTypes();
    }

    static String statics(int n) {
        SHARED.set(n);
        int a = (int) SHARED.getAndAdd(2);
        return a + " " + SHARED.compareAndSet(n + 2, 9) + shared + SHARED.coordinateTypes();
    }

    static String arrays(int n) {
        int[] a = {1, 2, 3};
        String[] s = {"p", null};
        try {
            INTS.set(a, n, 7);
            int old = (int) INTS.getAndAdd(a, n, 3);
            boolean b = STRINGS.compareAndSet(s, 1, (String) null, "q");
            return old + Arrays.toString(a) + b + s[1] + STRINGS.getVolatile(s, 0) + INTS.coordinateTypes();
        } catch (ArrayIndexOutOfBoundsException e) {
            return e.getMessage();
        }
    }

    static String views(int n) {
        byte[] bytes = new byte[16];
        BIG.set(bytes, 0, n * 0x01020304);
        LITTLE.set(bytes, 8, -n - 1L);
        String s = Arrays.toString(bytes) + (int) BIG.get(bytes, 3) + " " + (long) LITTLE.get(bytes, 8);
        DOUBLES.set(bytes, 1, n * 1.5);
        return s + (double) DOUBLES.get(bytes, 1);
    }

    static String failing(int n) {
        Variables v = new Variables();
        try {
            switch (n) {
                case 0: FIXED.set(v, 5); break;
                case 1: NUMBER.get((Variables) null); break;
                case 2: TEXT.set(v, (Object) 5); break;
                case 3: BIG.get(new byte[3], 0); break;
                case 4: NUMBER.set(v, 5L); break;
                case 5: NUMBER.get(); break;
                case 6: FLAG.getAndAdd(v, true); break;
                default: TEXT.getAndAdd(v, "x");
            }
        } catch (RuntimeException e) {
            return e.getClass().getName();
        }
        return "fine" + v.fixed;
    }

    static String atomics(int n) {
        AtomicInteger i = new AtomicInteger(n);
        AtomicLong l = new AtomicLong(n);
        AtomicBoolean b = new AtomicBoolean();
        AtomicReference<String> r = new AtomicReference<>("r");
        AtomicIntegerArray a = new AtomicIntegerArray(3);
        AtomicReferenceArray<String> t = new AtomicReferenceArray<>(new String[] {"x", "y"});
        LongAdder adder = new LongAdder();
        adder.add(n);
        adder.increment();
        b.compareAndSet(false, n > 2);
        r.updateAndGet(s -> s + n);
        a.addAndGet(1, n);
        t.getAndUpdate(0, s -> s + s);
        return i.incrementAndGet() + " " + i.getAndUpdate(x -> x * 2) + i + l.accumulateAndGet(5, Math::max) + b.getAndSet(true) + b + r.getAndSet("q") + r + a + t + adder.sum();
    }

    static String concurrent(int n) {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        for (int i = 0; i < n; i++) map.merge("k" + i % 3, i, Integer::sum);
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < n; i++) queue.add(i);
        CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>(queue);
        return map + " " + queue.poll() + queue.size() + list + map.computeIfAbsent("z", k -> n);
    }
}
