import java.util.ArrayList;
import java.util.List;

/** Code that a run must survive undisturbed. */
public class Hostile {

    static int exits(int n) {
        if (n == 7) {
            System.exit(3);
        }
        return n;
    }

    static int halts(int n) {
        if (n == 7) {
            Runtime.getRuntime().halt(3);
        }
        return n;
    }

    static int loopsForever(int n) {
        int rounds = 0;
        while (n == 7) {
            rounds++;
        }
        return rounds;
    }

    static int recursesForever(int n) {
        return n == 7 ? recursesForever(n) + 1 : n;         // finds: error EP009 recursesForever
    }

    static int fillsMemory(int n) {
        List<long[]> kept = new ArrayList<>();
        while (n == 7) {
            kept.add(new long[1 << 20]);
        }
        return kept.size();
    }

    static int readsInput(int n) throws java.io.IOException {
        return n == 7 ? System.in.read() : n;
    }

    static int startsThreads(int n) {
        if (n == 7) {
            Thread thread = new Thread(() -> {
                while (true) {
                    Thread.onSpinWait();
                }
            });
            thread.start();
        }
        return n;
    }

    static void prints(int n) {
        System.out.println("printed " + n);
        System.err.println("printed " + n);
        System.out.write(0);
        System.out.flush();
    }

    static void sleeps(int n) throws InterruptedException {
        if (n == 7) {
            Thread.sleep(1_000_000);
        }
    }

    static int good(int n) {
        return 100 / (n - 30);                              // finds: error EP001 good
    }
}
