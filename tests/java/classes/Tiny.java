package classes;

/** Small methods over arrays: all their inputs of up to three elements can be tried. */
public final class Tiny {
    private Tiny() {}

    static int first(byte[] a) {
        return a[0];
    }

    static int counted(boolean[] flags) {
        int n = 0;
        for (boolean each : flags) {
            if (each) {
                n++;
            }
        }
        return n;
    }

    static void swapped(boolean[] a, byte i, byte j) {
        boolean kept = a[i];
        a[i] = a[j];
        a[j] = kept;
    }

    static int rotated(boolean[] a, byte i, byte j, byte k) {
        boolean kept = a[i];
        a[i] = a[j];
        a[j] = a[k];
        a[k] = kept;
        return a[i] ? 1 : 0;
    }

    static void inverted(boolean[] a) {
        for (int i = 0; i < a.length; i++) {
            a[i] = !a[i];
        }
    }

    static void cleared(boolean[] a, boolean[] b, byte i) {
        a[i] = true;
        b[0] = false;
        if (a[i]) {
            a[0] = b[0];
        }
    }

    static boolean allSame(boolean[] a) {
        for (int i = 1; i < a.length; i++) {
            if (a[i] != a[i - 1]) {
                return false;
            }
        }
        return true;
    }

    static void raised(byte[] a, byte by) {
        if (a.length == 1) {
            a[0] += by;
        }
    }
}
