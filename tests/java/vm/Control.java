/** Control flow, arrays, exceptions, objects and calls. */
public class Control {
    static int table(int key) {
        switch (key) {
            case 1: return 10;
            case 2: return 20;
            case 3: key += 100;
            case 4: return key;
            default: return -1;
        }
    }

    static int lookup(int key) {
        switch (key) {
            case -2147483648: return 1;
            case 7: return 2;
            case 1000: return 3;
            case 2147483647: return 4;
        }
        return 5;
    }

    static int loops(int n, int m) {
        int count = 0;
        outer:
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) {
                if (j == i) continue outer;
                if (j > 6) break outer;
                count += i * j;
            }
        }
        int k = 0;
        do { count ^= k; } while (++k < n);
        return count;
    }

    static int element(int length, int index) {
        int[] values = new int[length];
        values[index] = 5;
        return values[index] + values.length;
    }

    static int narrow(int value) {
        byte[] bytes = new byte[2];
        short[] shorts = new short[2];
        char[] chars = new char[2];
        boolean[] flags = new boolean[2];
        bytes[1] = (byte) value;
        shorts[1] = (short) value;
        chars[1] = (char) value;
        flags[1] = value > 3;
        return bytes[1] + 3 * shorts[1] + 7 * chars[1] + (flags[1] ? 1 : 0);
    }

    static long wide(long a, double b, int c) {
        long[] longs = { a, 2, 3 };
        double[] doubles = { b, 2.5 };
        float[] floats = { 1.5f, c };
        longs[1] += longs[0]++;
        doubles[0] *= doubles[1];
        floats[1]--;
        return longs[0] + longs[1] * 3 + (long) doubles[0] + (long) floats[1];
    }

    static int grid(int rows, int columns) {
        int[][] grid = new int[rows][columns];
        String[][][] cube = new String[rows][2][];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < grid[i].length; j++) grid[i][j] = i * j;
        }
        int sum = cube.length;
        for (int[] row : grid) for (int value : row) sum += value;
        return sum + (cube[0][1] == null ? 1000 : 0);
    }

    static int tries(int a, int b) {
        int trace = 0;
        try {
            trace += 1;
            try {
                trace += a / b;
            } catch (ArrayIndexOutOfBoundsException e) {
                trace += 1000;
            } finally {
                trace += 10;
            }
            int[] values = new int[3];
            trace += values[a];
        } catch (ArithmeticException e) {
            trace += 100 + e.getMessage().length();
        } catch (RuntimeException e) {
            trace += 200;
        }
        return trace;
    }

    static int finallyReturns(int a) {
        try {
            if (a > 3) throw new IllegalStateException("big " + a);
            return a;
        } finally {
            if (a == 5) return 55;
            a = 100;
        }
    }

    static int stackDepth(int n) {
        if (n == 0) throw new IllegalArgumentException("bottom");
        try {
            return stackDepth(n - 1) + 1;
        } catch (IllegalStateException e) {
            return -1;
        }
    }

    static abstract class Shape {
        int scale = 2;
        abstract int area();
        int scaled() { return area() * scale; }
        public String toString() { return "shape" + area(); }
    }

    static class Square extends Shape {
        final int side;
        Square(int side) { this.side = side; }
        int area() { return side * side; }
    }

    static class Big extends Square implements Named {
        Big(int side) { super(side + 1); scale = 3; }
        int scaled() { return super.scaled() + 1; }
        public String name() { return "big"; }
    }

    interface Named {
        String name();
        default int named() { return name().length() + twice(); }
        private int twice() { return 2; }
        static int many() { return 9; }
    }

    static int shapes(int kind, int side) {
        Shape shape = kind == 0 ? new Square(side) : kind == 1 ? new Big(side) : null;
        int result = shape.scaled();
        if (shape instanceof Named) result += ((Named) shape).named() + Named.many();
        return result;
    }

    static int cast(int kind) {
        Object value = kind == 0 ? new Square(1) : kind == 1 ? (Object) new int[1] : kind == 2 ? null : new Big(3);
        if (kind == 5) return ((int[]) value).length;
        Shape shape = (Shape) value;
        return shape == null ? -1 : shape.area();
    }

    static int store(int kind) {
        Object[] values = kind == 0 ? new Shape[2] : new Object[2];
        values[0] = new Square(3);
        values[1] = "text";
        return values.length;
    }

    static int statics(int value) {
        Counter.count += value;
        return Counter.count + Later.VALUE + Later.first;
    }

    static class Counter {
        static int count = 5;
        static { count *= 2; }
        int own;
    }

    static class Later extends Counter {
        static final int VALUE = 77;
        static int first = count;
    }

    static class Failing {
        static int value = fail();
        static int fail() { throw new IllegalStateException("no"); }
    }

    static int initialiser(int times) {
        int seen = 0;
        for (int i = 0; i < times; i++) {
            try {
                seen += Failing.value;
            } catch (ExceptionInInitializerError e) {
                seen += e.getCause() instanceof IllegalStateException ? 1 : 2;
            } catch (NoClassDefFoundError e) {
                seen += 10;
            }
        }
        return seen;
    }

    static class BelowFailing extends AlsoFailing { static int other; }
    static class AlsoFailing {
        static int value = fail();
        static int fail() { throw new IllegalStateException("no"); }
    }

    static int initialiserAbove(int times) {
        int seen = 0;
        for (int i = 0; i < times; i++) {
            try {
                BelowFailing.other = 5;
            } catch (ExceptionInInitializerError e) {
                seen += 1;
            } catch (NoClassDefFoundError e) {
                seen += 10;
            }
        }
        return seen;
    }

    static int monitors(int value) {
        Object lock = new Object();
        synchronized (lock) {
            synchronized (lock) {
                if (value > 2) value = locked(value);
            }
        }
        return value;
    }

    static synchronized int locked(int value) { return value / (value - 5); }

    static int asserts(int value) {
        assert value != 3 : "three";
        return value;
    }

    static int dups(int a) {
        int[] values = { a, a + 1 };
        long[] longs = { a, a + 1 };
        int x = values[0]++ + (values[1] = values[0] += 3);
        long y = longs[0]++ + (longs[1] = longs[0] += 3);
        Counter counter = new Counter();
        int z = counter.own++ + (counter.own += a);
        return x + (int) y * 3 + z * 7 + values[0] + (int) longs[1];
    }

    static String concat(int a, long b, char c, boolean d) { return "a" + a + ", " + b + c + d + null + new Square(a); }

    static int unboxed(int a) { Integer box = a; box++; return box + Integer.valueOf(3); }

    static int overflow(int n) { return overflow(n + 1) + 1; }

    static int caughtOverflow(int n) {
        try { return overflow(n); } catch (StackOverflowError e) { return 7; }
    }

    static int huge(int n) {
        try { return new long[n * 1000000].length; } catch (OutOfMemoryError e) { return -7; }
    }

    static int nulls(int kind) {
        int[] array = null;
        Square square = null;
        switch (kind) {
            case 0: return array.length;
            case 1: return array[0];
            case 2: array[0] = 1; return 0;
            case 3: return square.side;
            case 4: return square.area();
            case 5: synchronized (square) { return 1; }
            case 6: throw (RuntimeException) null;
            default: return square == null ? 1 : 2;
        }
    }
}
