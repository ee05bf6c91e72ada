package hostile;

import java.util.concurrent.locks.LockSupport;

/** Methods that do not come back. */
public class Loops {
    private int state;

    Loops(int n) {
        while (n == 7) {
            state++;
        }
    }

    static int inMethod(int n) {
        int rounds = 0;
        while (n == 7) {
            rounds++;
        }
        return rounds;
    }

    static int always() {
        for (int i = 0; ; i++) {
            if (i < 0) {
                i = 0;
            }
        }
    }

    static int catchingAll(int n) {
        while (n == 7) {
            try {
                n = n / (n - 7);
            } catch (Throwable caught) {
                n = 7;
            }
        }
        return n;
    }

    static int inFinally(int n) {
        while (true) {
            try {
                if (n != 7) {
                    return n;
                }
                throw new IllegalStateException();
            } finally {
                if (n == 7) {
                    continue;
                }
            }
        }
    }

    static long inTheLibrary(int n) {
        return n == 7 ? java.math.BigInteger.valueOf(3).pow(200_000_000).bitLength() : n;
    }

    static int inHashMap(int n) {
        return n == 7 ? java.util.stream.IntStream.iterate(0, i -> i + 1).filter(i -> false).findAny().orElse(1) : n;
    }

    static int sleeps(int n) throws InterruptedException {
        if (n == 7) {
            Thread.sleep(1_000_000);
        }
        return n;
    }

    static int waits(int n) throws InterruptedException {
        if (n == 7) {
            Object lock = new Object();
            synchronized (lock) {
                lock.wait();
            }
        }
        return n;
    }

    static int parks(int n) {
        while (n == 7) {
            LockSupport.park();
        }
        return n;
    }

    static int deadlocks(int n) throws InterruptedException {
        if (n == 7) {
            Object first = new Object();
            Object second = new Object();
            Thread other = new Thread(() -> {
                synchronized (second) {
                    pause();
                    synchronized (first) {
                        pause();
                    }
                }
            });
            synchronized (first) {
                other.start();
                pause();
                synchronized (second) {
                    pause();
                }
            }
        }
        return n;
    }

    private static void pause() {
        try {
            Thread.sleep(100);
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
        }
    }

    int good(int n) {
        return 100 / (n - 30);                              // finds: error EP001 good
    }
}
