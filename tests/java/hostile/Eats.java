package hostile;

import java.util.ArrayList;
import java.util.List;

/** Methods that use up the stack or the memory. */
public class Eats {
    static final List<long[]> KEPT = new ArrayList<>();

    static int withoutBound(int n) {
        return n == 7 ? withoutBound(n) + 1 : n;            // finds: error EP009 withoutBound
    }

    static int mutually(int n) {
        return n > 5 ? other(n + 1) : n;
    }

    private static int other(int n) {
        return n > 0 ? mutually(n - 1 | 8) + 1 : n;         // finds: error EP009 mutually
    }

    static int deep(int n) {                                // deep, but it comes back
        return n <= 0 || n > 900 ? 0 : deep(n - 1) + 1;
    }

    static int deeper(int n) {                              // one frame for each unit of the argument: no growth without bound
        return n <= 0 ? 0 : deeper(n - 1) + 1;
    }

    static int caught(int n) {
        try {
            return n == 7 ? caught(n) : n;
        } catch (StackOverflowError overflow) {
            return -1;
        }
    }

    static int huge(int n) {                                // the caller asked for it: no error of this code
        return n < 0 ? 0 : new int[n].length;
    }

    static int hugeMatrix(int n, int m) {
        return n < 0 || m < 0 ? 0 : new long[n][m].length;
    }

    static int fills(int n) {
        List<long[]> kept = new ArrayList<>();
        while (n == 7) {
            kept.add(new long[1 << 20]);
        }
        return kept.size();
    }

    static int fillsStatic(int n) {
        while (n == 7) {
            KEPT.add(new long[1 << 20]);
        }
        return n;
    }

    static int grows(int n) {
        StringBuilder text = new StringBuilder("x");
        while (n == 7) {
            text.append(text);
        }
        return text.length();
    }

    static int good(int n) {
        return 100 / (n - 30);                              // finds: error EP001 good
    }
}
