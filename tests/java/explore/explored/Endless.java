package explored;

/** Methods that end after very many steps only, and take no decision meanwhile. */
public class Endless {
    /** Half a minute on a slow machine. */
    public static int spin(int n) {
        if (n == 5) {
            return 1;
        }
        int sum = 0;
        for (int i = 0; i < 50_000_000; i++) {
            sum += i ^ 3;
        }
        return sum == n ? 2 : 3;
    }

    static int asks(java.util.Comparator<String> order, String text) {
        int rounds = 0;
        while (order.compare(text, "last") < 0) {
            rounds++;
        }
        return rounds;
    }
}
