package solving;

/** Loops and recursion whose number of rounds is symbolic. */
public class Loops {

    static int triangular(int n) {
        int sum = 0;
        for (int i = 1; i <= n; i++) {
            sum += i;
        }
        if (sum == 15) {
            return n;                                   // goal: reach returns 5
        }
        return -1;                                      // goal: reach
    }

    static int collatz(int n) {
        int steps = 0;
        while (n > 1 && steps < 6) {
            n = n % 2 == 0 ? n / 2 : 3 * n + 1;
            steps++;
        }
        if (steps == 5 && n == 1) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int nested(int n, int m) {
        int count = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) {
                count++;
            }
        }
        if (count == 6 && n == 2) {
            return m;                                   // goal: reach returns 3
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int bits(int x) {
        int count = 0;
        for (int i = 0; i < 4; i++) {
            if ((x >> i & 1) == 1) {
                count++;
            }
        }
        if (count == 4) {
            return 1;                                   // goal: reach
        }
        if (count > 4) {
            return 2;                                   // goal: dead
        }
        return 0;                                       // goal: reach
    }

    static int gcd(int a, int b) {
        if (a < 0 || b < 0) {
            return -1;                                  // goal: reach
        }
        while (b != 0) {
            int t = a % b;
            a = b;
            b = t;
        }
        return a;                                       // goal: reach
    }

    static int coprime(int a, int b) {
        if (a > 5 && b > a && gcd(a, b) == 3) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int factorial(int n) {
        return n <= 1 ? 1 : n * factorial(n - 1);
    }

    static int factorialIs120(int n) {
        if (n < 10 && factorial(n) == 120) {
            return n;                                   // goal: reach returns 5
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int labelled(int x, int y) {
        int found = 0;
        outer:
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                if (i * 3 + j == x) {
                    found = 1;                          // goal: reach
                    break outer;
                }
                if (j == y) {
                    continue outer;                     // goal: reach
                }
            }
        }
        return found;                                   // goal: reach
    }
}
