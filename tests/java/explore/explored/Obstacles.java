package explored;

/** Lines that are not reached, each for a reason of its own. */
public class Obstacles {
    static int rounds(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += i;
        }
        if (sum == 4950) {
            return 1;
        }
        return 0;
    }

    static int deep(int n) {
        return n <= 0 ? 0 : 1 + deep(n - 1);
    }

    static int below(int n) {
        if (deep(n) == 40) {
            return 1;
        }
        return 0;
    }
}
