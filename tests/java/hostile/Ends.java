package hostile;

import java.lang.reflect.Method;

/** Methods that end the process, each beside one that must get its result all the same. */
public class Ends {

    static int exit(int n) {
        if (n == 7) {
            System.exit(3);
        }
        return n;
    }

    static int halt(int n) {
        if (n == 7) {
            Runtime.getRuntime().halt(3);
        }
        return n;
    }

    static int exitInFinally(int n) {
        try {
            return 10 / n;
        } finally {
            System.exit(n);
        }
    }

    static int exitReflectively(int n) throws ReflectiveOperationException {
        if (n == 7) {
            Method exit = System.class.getMethod("exit", int.class);
            exit.invoke(null, 3);
        }
        return n;
    }

    static int exitInAnotherThread(int n) throws InterruptedException {
        if (n == 7) {
            Thread thread = new Thread(() -> System.exit(4));
            thread.start();
            thread.join();
        }
        return n;
    }

    static int exitsWhenLoaded(int n) {
        return n == 7 ? ExitsWhenLoaded.VALUE : n;
    }

    static int haltsWhenLoaded(int n) {
        return n == 7 ? HaltsWhenLoaded.VALUE : n;
    }

    static int addsHook(int n) {
        if (n == 7) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                while (true) {
                    Thread.onSpinWait();
                }
            }));
        }
        return n;
    }

    static int good(int n) {
        return 100 / (n - 30);                              // finds: error EP001 good
    }

    static class ExitsWhenLoaded {
        static final int VALUE;

        static {
            System.exit(5);
            VALUE = 1;
        }
    }

    static class HaltsWhenLoaded {
        static final int VALUE;

        static {
            Runtime.getRuntime().halt(5);
            VALUE = 1;
        }
    }
}
