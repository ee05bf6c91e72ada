package recursing;

/** Recursion without bound, and recursion that only looks like it. */
public class Recursing {
    /** A list: recursion along it is as deep as the list is long. */
    public static class Node {
        int value;
        Node next;
    }

    /** Never ends for a negative argument. */
    public static int factorial(int n) {
        if (n == 0) {
            return 1;
        }
        return n * factorial(n - 1);
    }

    /** Ends for every argument, but is as deep as the argument is large. */
    public static int sum(int n) {
        if (n <= 0) {
            return 0;
        }
        return n + sum(n - 1);
    }

    /** Never deeper than a hundred frames. */
    public static int guarded(int n) {
        if (n < 0 || n > 100) {
            return -1;
        }
        return n == 0 ? 0 : 1 + guarded(n - 1);
    }

    /** No more than 256 frames, whatever the argument. */
    public static int narrow(byte n) {
        if (n == 0) {
            return 0;
        }
        return 1 + narrow((byte) (n - 1));
    }

    /** Never ends where the question is answered wrongly, and decides nothing on the way down. */
    public static int forever(int n) {
        return n == 7 ? 0 : forever(n) + 1;
    }

    /** Two methods that call each other: never ends for odd arguments. */
    public static boolean even(int n) {
        return n == 0 || odd(n - 1);
    }

    static boolean odd(int n) {
        return n != 0 && even(n - 1);
    }

    /** Only this very argument starts a recursion that never ends. */
    public static int trap(int n, int step) {
        if (n > 1000 || n < 0) {
            return 0;
        }
        if (step == 0 && n == 17) {
            return 1 + trap(n, step);
        }
        return n == 0 ? 0 : trap(n - 1, step == 0 ? 1 : step);
    }

    /** As deep as the list is long: no small list makes it overflow. */
    public static int length(Node list) {
        return list == null ? 0 : 1 + length(list.next);
    }

    /** As deep as the string is long. */
    public static int vowels(String text) {
        if (text.isEmpty()) {
            return 0;
        }
        return (text.charAt(0) == 'a' ? 1 : 0) + vowels(text.substring(1));
    }

    /** Exponential in time, linear in depth. */
    public static int fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    /** Deep, but the code handles it. */
    public static int caught(int n) {
        try {
            return factorial(n);
        } catch (StackOverflowError error) {
            return -1;
        }
    }

    /** One huge array is no growth without bound. */
    public static int huge(int n) {
        return new int[n].length;
    }

    /** Ackermann's function: deep for small arguments already. */
    public static int ackermann(int m, int n) {
        if (m == 0) {
            return n + 1;
        }
        return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
    }

    /** Brackets within brackets, and a division: a long text does not make it deep. */
    public static int value(String text) {
        if (text.startsWith("(")) {
            return value(text.substring(1));
        }
        int slash = text.indexOf('/');
        return slash < 0 ? text.length() : value(text.substring(0, slash)) / value(text.substring(slash + 1));
    }
}
