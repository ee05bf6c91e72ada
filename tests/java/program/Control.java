/** Control of every kind; what each method's nodes and potential paths are stands in test_control.py. */
public class Control {
    static int straight(int a) {
        return a + 1;
    }

    static int branch(int a) {
        if (a > 0)
            a = 1;
        return a;
    }

    static int otherwise(int a, int b) {
        if (a > 0) {
            if (b > 0)
                a = 1;
            a++;
        } else {
            if (b > 1)
                a = 2;
            a--;
            if (b > 2)
                a = 3;
            a--;
        }
        return a;
    }

    static int chain(int a, int b, int c) {
        if (a > 0 && b > 0 || c > 0)
            return 1;
        return 2;
    }

    static int chains(int a, int b, int c, int d) {
        if ((a > 0 || b > 0) && !(c > 0 && d > 0))
            return 1;
        return 2;
    }

    static int assigning(int a, int b) {
        if (a > 0 && (b = a * 2) > 5)
            return b;
        return 2;
    }

    static int calling(int a, int b) {
        if (a > 0 && branch(b) > 5)
            return b;
        return 2;
    }

    static int nestedAsChain(int a, int b) {
        if (a > 0)
            if (b > 0)
                a = 2;
        return a;
    }

    static int nestedApart(int a, int b) {
        if (a > 0) {
            b++;
            if (b > 0)
                a = 2;
        }
        return a;
    }

    static int whileLoop(int a) {
        while (a > 0)
            a--;
        return a;
    }

    static int whileChain(int a, int b) {
        while (a > 0 && b > 0) {
            a--;
            b--;
        }
        return a;
    }

    static int doLoop(int a) {
        do {
            a--;
        } while (a > 0);
        return a;
    }

    static int doNested(int a, int b) {
        do {
            if (b > a)
                b--;
            a--;
        } while (a > 0 || b > 7);
        return a;
    }

    static int forNested(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                sum += j;
        return sum;
    }

    static int clauses(int a) {
        switch (a) {
            case 1:
                return 3;
            case 7:
            case 8:
                return 4;
            case 9:
                a++;
            default:
                return a;
        }
    }

    static int noDefault(int a, int b) {
        switch (a) {
            case 1:
                b = 3;
                break;
            case 2:
                if (b > 0)
                    b = 4;
                break;
        }
        return b;
    }

    static int manyClauses(int a) {
        switch (a) {
            case 0: return 9;
            case 1: return 8;
            case 2: return 7;
            case 3: return 6;
            case 4: return 5;
            case 5: return 4;
            case 6: return 3;
            case 7: return 2;
            case 8: return 1;
            case 9: return 0;
            case 10: return -1;
        }
        return -2;
    }

    static int early(int a, int b) {
        if (a < 0)
            return -1;
        while (b > 0)
            b--;
        if (a > 5)
            b = 1;
        return b;
    }

    static int breaking(int a, int b) {
        while (a > 0) {
            if (b == a)
                break;
            a--;
        }
        return a;
    }

    static int continuing(int a, int b) {
        int n = 0;
        for (int i = 0; i < a; i++) {
            if (b == i)
                continue;
            n++;
            if (b == n)
                return -1;
        }
        return n;
    }

    static int forever(int a) {
        while (true) {
            if (a == 3)
                a += 2;
            if (a > 10)
                return a;
            a++;
        }
    }

    static int labelled(int a, int b) {
        int n = 0;
        outer:
        for (int i = 0; i < a; i++) {
            for (int j = 0; j < b; j++) {
                if (i * j == 6)
                    break outer;
                n++;
            }
        }
        return n;
    }

    static int throwing(int a) {
        if (a < 0)
            throw new IllegalArgumentException();
        return a;
    }

    static int catching(int a) {
        int n = 0;
        try {
            if (a > 3)
                n = 10 / a;
            n += 10 / (a - 1);
        } catch (ArithmeticException e) {
            if (n > 0)
                n = -1;
        }
        return n;
    }

    static boolean conditional(int a, int b) {
        int c = a > 0 ? b : -b;
        return c > 3;
    }
}
