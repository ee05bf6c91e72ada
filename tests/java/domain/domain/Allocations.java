package domain;

/** New arrays of any length, as far as memory suffices. */
public final class Allocations {
    private Allocations() {
    }

    static int bytes(int n) {
        return new byte[n].length;
    }

    static int doubled(int n) {
        return new int[2 * n].length;
    }

    static int objects(int n) {
        Object[] made = new Object[n];
        if (n > 3) {
            made[3] = "x";
        }
        return made.length > 5 ? 1 : 2;
    }

    static synchronized byte[] handedOut(int n) {
        return new byte[n];
    }

    static String text(int n) {
        return new StringBuilder(n).append(n > 5).toString();
    }

    static int guarded(int n) {
        try {
            return new char[n].length;
        } catch (RuntimeException problem) {
            return -1;
        }
    }

    /** What happens without memory is part of it. */
    static int caught(int n) {
        try {
            return new byte[n].length;
        } catch (OutOfMemoryError problem) {
            return -1;
        }
    }

    static int caughtAbove(int n) {
        try {
            return bytes(n);
        } catch (Throwable problem) {
            return -1;
        }
    }

    /** No JVM of the usual size runs both paths. */
    static int large(int n) {
        return n < 1_500_000_000 ? 0 : new long[n].length;
    }
}
