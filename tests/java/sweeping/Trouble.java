package sweeping;

import java.io.FileWriter;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Code that hangs, ends the JVM, writes files, starts threads, or uses memory and stack up. */
public class Trouble {
    static int calls;

    /** Takes minutes in code of the JDK, which nothing stops. */
    public static int hang(int x) {
        return x == 3 ? BigInteger.probablePrime(30_000, new Random(1)).bitCount() : 0;
    }

    public static int spin(int x) {
        int sum = 0;
        while (x > 0) {
            sum += x;
        }
        return sum;
    }

    public static int exit(int x) {
        if (x == 1) {
            System.exit(1);
        }
        return x;
    }

    public static void write(boolean really) throws IOException {
        if (really) {
            try (FileWriter writer = new FileWriter("/tmp/everypath-sweep-wrote-this")) {
                writer.write("no");
            }
        }
    }

    public static int threads(boolean pool) {
        if (pool) {
            ExecutorService service = Executors.newFixedThreadPool(2);
            service.submit(() -> calls++);
            return 1;
        }
        Thread thread = new Thread(() -> {
            while (true) {
                calls++;
            }
        });
        thread.setDaemon(true);
        thread.start();
        return 2;
    }

    public static int deep(int x) {
        return x == 10 ? 1 : deep(x + 1) + 1;
    }

    public static int memory(boolean much) {
        return much ? new long[Integer.MAX_VALUE - 8].length : 1;
    }

    public static int fine(int x) {
        return x > 50 ? 1 : x < -1 ? 2 : 3;
    }
}
