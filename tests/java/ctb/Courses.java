package ctb;

/** Control of every kind, for descriptors and for counts of paths up to a limit. */
public class Courses {
    public static int chain(int a, int b, int n) {
        int rounds = 0;
        while (rounds < n && a > b) {
            rounds++;
            a--;
        }
        return rounds;
    }

    public static int clauses(int a, int b) {
        switch (a) {
            case 1:
                return 3;
            case 7:
            case 8:
                if (b > 2)
                    return 4;
                break;
            case 9:
                do {
                    b++;
                } while (b < 5);
        }
        return b;
    }

    public static int thrower(int a) {
        if (a < 0)
            throw new IllegalArgumentException("negative");
        if (a > 100)
            throw new IllegalStateException();
        return 10 / a;
    }

    public static int catcher(int a, int b) {
        int n = 0;
        try {
            if (a > 3)
                n = 10 / b;
            if (n > 5)
                throw new IllegalStateException();
        } catch (ArithmeticException e) {
            if (a > 10)
                n = -1;
        } catch (IllegalStateException e) {
            n = -2;
        }
        return n;
    }

    public static int breaks(int a, int b) {
        int n = 0;
        for (int i = 0; i < a; i++) {
            if (i == b)
                break;
            if (i + 1 == -b)
                continue;
            n++;
        }
        return n;
    }

    public static int square(int n, int[] done) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                done[0]++;
        return done[0];
    }

    public static int recursive(int n) {
        if (n <= 0)
            return 0;
        return 1 + recursive(n - 1);
    }

    static int helper(int a) {
        int sum = 0;
        for (int i = 0; i < 300; i++)
            sum += a;
        return sum;
    }

    public static int hot(int a) {
        int sum = 0;
        for (int i = 0; i < 250; i++)
            sum += i + helper(1);
        if (a > sum)
            return 1;
        while (a > 0 && sum > 0) {
            a--;
            sum--;
            if (a == 7)
                return a;
        }
        return 0;
    }
}
