package sample;

/** Two ways to one result, and code that runs aside from a call. */
public class Courses {
    private static final int[] SQUARES = squares(4);

    private final int size;

    public Courses(int size) {
        this.size = size < 0 ? 0 : size;
    }

    static int[] squares(int count) {
        int[] found = new int[count];
        for (int i = 0; i < count; i++) {
            found[i] = i * i;
        }
        return found;
    }

    public static int either(int x) {
        int result;
        if (Math.abs(x) > 5) {
            result = 7;
        } else {
            result = 7;
        }
        return result;
    }

    public static boolean both(int x, int[] seen) {
        for (int each : seen) {
            if (each == Math.abs(x)) {
                seen[0] = each;
            }
        }
        return seen.length > 1;
    }

    public static int late() {
        if (System.nanoTime() > 1000) {
            return 1;
        }
        return 2;
    }

    public int square() {
        return size < SQUARES.length ? SQUARES[size] : size * size;
    }

    public static int again(int count) {
        return squares(count & 3).length;
    }

    static int bucket() {
        return System.identityHashCode(new Object()) & 15;
    }

    static int sometimes() {
        int rounds = 0;
        while (System.identityHashCode(new Object()) % 3 == 0) {
            rounds++;
        }
        return rounds < 0 ? rounds : 7;
    }
}
