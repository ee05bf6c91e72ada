package steps;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** Methods to be walked through line by line: calls, loops on one line, exceptions, arrays, objects, lambdas. */
public class Walked {
    public int total;

    static int half(int n) {
        int result = n / 2;
        return result;
    }

    public static int calls(int a, int b) {
        int sum = half(a + 1) + half(b);
        if (sum > 10) {
            sum = -half(sum);
        }
        return sum;
    }

    public static int oneLine(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s += i * n;
        return s;
    }

    public static long loops(int n, long start) {
        long left = start;
        int rounds = 0;
        while (left > 1 && rounds < n) {
            if (left % 2 == 0) {
                left /= 2;
            } else {
                left = 3 * left + 1;
            }
            rounds++;
        }
        return left;
    }

    static int checked(int[] values, int at) {
        if (at < 0) {
            throw new IllegalArgumentException("negative");
        }
        return values[at];
    }

    public static int caught(int[] values, int at) {
        int found = -1;
        try {
            found = checked(values, at);
            found++;
        } catch (ArrayIndexOutOfBoundsException e) {
            found = values.length;
        } finally {
            at = found;
        }
        return at;
    }

    public int gather(int[] values, int limit) {
        int[] copy = new int[2];
        for (int i = 0; i < 2; i++) {
            copy[i] = values[i] + limit;
            values[i] = limit;
        }
        total += copy[0] - copy[1];
        return total;
    }

    public static String words(String name, boolean loud) {
        StringBuilder told = new StringBuilder("Hi ");
        told.append(name);
        String text = told.toString();
        char last = text.charAt(text.length() - 1);
        if (loud && last != '!') {
            text = text + '!';
        }
        return text;
    }

    public static int lambda(int a) {
        IntUnaryOperator twice = x -> {
            int doubled = x * 2;
            return doubled;
        };
        int once = twice.applyAsInt(a);
        int again = twice.applyAsInt(once);
        return again > a ? again : once;
    }

    public static int kinds(Object given) {
        int kind = 0;
        if (given instanceof Integer number) {
            kind = number + 1;
        } else if (given instanceof String) {
            kind = 2;
        }
        return kind;
    }

    public static int library(int a, int b) {
        List<Integer> kept = new ArrayList<>();
        kept.add(a);
        kept.add(b);
        int most = 0;
        for (int each : kept) {
            most = Math.max(most, each);
        }
        return most;
    }

    public static double numbers(double d, float f, byte b, short s) {
        double sum = d + f;
        short cut = (short) (s * b);
        float less = f - cut;
        if (sum > less) {
            return sum;
        }
        return less;
    }

    public static int recursive(int n) {
        if (n <= 0) {
            return 0;
        }
        int below = recursive(n - 1);
        return below + n;
    }

    public static int bottomless(int n) {
        if (n == 0) {
            return 0;
        }
        return 1 + bottomless(n - 1);
    }

    public static int many(int n) {
        int x = n;
        for (int i = 0; i < 300; i++) {
            x += i;
        }
        return x;
    }

    public static int endless(int n) {
        int x = n;
        for (int i = 0; i < 100_000; i++) {
            x ^= i;
        }
        return x;
    }

    public static int hashed(String word) {
        int hash = word.hashCode();
        if (hash > 7) {
            return 1;
        }
        return 0;
    }
}
