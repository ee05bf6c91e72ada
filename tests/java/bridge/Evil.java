package hostile;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.lang.reflect.Field;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntConsumer;
import java.util.stream.LongStream;

/** Everything that code under test can do to the process that runs it. */
public class Evil {
    static int x;
    static final Object A = new Object();
    static final Object B = new Object();
    static final List<Object> LEAK = new ArrayList<>();

    public static int ok() {
        return ++x;
    }

    public static void tightLoop() {
        while (true) {}
    }

    public static void oneLineLoop() {
        for (;;) x++;
    }

    public static void longHotLoop() {
        long s = 0;
        while (s >= 0) {
            s = (s * 31 + 7) & 0xffff;
        }
    }

    public static void catchAllLoop() {
        while (true) {
            try {
                x++;
            } catch (Throwable t) {
                x--;
            }
        }
    }

    public static void syncLoop() {
        while (true) {
            synchronized (A) {
                x++;
            }
        }
    }

    public static void finallyLoop() {
        while (true) {
            try {
                x++;
            } finally {
                x--;
                if (x < 5) continue;
            }
        }
    }

    public static void bigPrime() {
        BigInteger.TWO.pow(60000).add(BigInteger.ONE).nextProbablePrime();
    }

    public static void jdkLoop() {
        LongStream.iterate(0, i -> i + 1).filter(i -> i < 0).findFirst();
    }

    public static void bigIntHuge() {
        BigInteger.TWO.pow(2000000000).multiply(BigInteger.TEN.pow(100000000));
    }

    public static void sleep() throws Exception {
        Thread.sleep(1000000);
    }

    public static void waitForever() throws Exception {
        synchronized (A) {
            A.wait();
        }
    }

    public static void deadlock() throws Exception {
        Thread other = new Thread(() -> {
            synchronized (B) {
                try {
                    Thread.sleep(50);
                } catch (InterruptedException e) {
                    x++;
                }
                synchronized (A) {
                    x++;
                }
            }
        });
        synchronized (A) {
            other.start();
            Thread.sleep(100);
            synchronized (B) {
                x++;
            }
        }
    }

    public static void oomList() {
        List<byte[]> list = new ArrayList<>();
        for (;;) list.add(new byte[1 << 20]);
    }

    public static void oomSmall() {
        List<Object> list = new LinkedList<>();
        for (;;) list.add(new Object());
    }

    public static void oomStatic() {
        for (;;) LEAK.add(new byte[1 << 20]);
    }

    public static void oomArray() {
        long[] array = new long[Integer.MAX_VALUE - 8];
        array[0] = 1;
    }

    public static int recurse(int n) {
        return recurse(n + 1) + 1;
    }

    public static void overflow() {
        recurse(0);
    }

    public static int overflowCaught() {
        try {
            return recurse(0);
        } catch (StackOverflowError e) {
            return 5;
        }
    }

    public static void exit() {
        System.exit(3);
    }

    public static int exitCaught() {
        try {
            System.exit(3);
        } catch (Throwable t) {
            return 1;
        }
        return 2;
    }

    public static void halt() {
        Runtime.getRuntime().halt(4);
    }

    public static void exitReference() {
        IntConsumer c = System::exit;
        c.accept(5);
    }

    public static void haltReference() {
        IntConsumer c = Runtime.getRuntime()::halt;
        c.accept(7);
    }

    public static void exitReflect() throws Exception {
        System.class.getMethod("exit", int.class).invoke(null, 6);
    }

    public static void haltReflect() throws Exception {
        Runtime.class.getMethod("halt", int.class).invoke(Runtime.getRuntime(), 6);
    }

    public static void threads() {
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                while (true) {
                    try {
                        Thread.sleep(100000);
                    } catch (InterruptedException e) {
                        x++;
                    }
                }
            }).start();
        }
    }

    public static void stubbornThread() {
        new Thread(() -> {
            BigInteger.TWO.pow(60000).add(BigInteger.ONE).nextProbablePrime();
        }).start();
    }

    public static int spinningThread() throws Exception {
        new Thread(Evil::oneLineLoop).start();
        Thread.sleep(60);
        int rounds = 0;
        while (rounds < 1_500_000) rounds++;
        return rounds;
    }

    public static int joinedThread() throws Exception {
        Thread other = new Thread(Evil::oneLineLoop);
        other.start();
        other.join();
        return 1;
    }

    public static void flood() {
        for (int i = 0; i < 2000000; i++) {
            System.out.println("flood " + i);
        }
    }

    public static void rawDescriptor() throws Exception {
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        out.write("garbage on the wire".getBytes());
        out.flush();
    }

    public static void closeOut() {
        System.out.close();
        System.setOut(null);
    }

    public static void print() {
        System.out.print("seen");
    }

    public static void segmentationFault() throws Exception {
        Field field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Object unsafe = field.get(null);
        unsafe.getClass().getMethod("putAddress", long.class, long.class).invoke(unsafe, 8L, 1L);
    }

    public static int readStdin() throws Exception {
        return System.in.read();
    }

    public static void changeWorld() {
        Locale.setDefault(Locale.forLanguageTag("tr"));
        System.setProperty("user.dir", "/nowhere");
        System.clearProperty("java.version");
    }

    public static String world() {
        return "TITLE".toLowerCase() + System.getProperty("java.version", "none").length();
    }

    public static void fillDisk() throws Exception {
        try (FileOutputStream out = new FileOutputStream("big")) {
            byte[] chunk = new byte[1 << 20];
            for (int i = 0; i < 4096; i++) out.write(chunk);
        }
    }

    public static void interruptAll() {
        Thread[] all = new Thread[64];
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) group = group.getParent();
        int n = group.enumerate(all);
        for (int i = 0; i < n; i++) all[i].interrupt();
    }

    public static String badMessage() {
        throw new RuntimeException() {
            @Override
            public String getMessage() {
                while (true) {}
            }
        };
    }
}
