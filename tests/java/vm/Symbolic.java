/** Methods on symbols: every path's predicted result must be what the JVM gives for the path's witness. */
public class Symbolic {
    static int sign(int a, int b) {
        if (a > b) return a - b;
        if (a == b) return 0;
        return a * b / (b - 7);
    }

    static int bits(int a, long b) {
        int x = (a >>> 3) ^ (int) (b >> 40);
        if ((x & 0xff) == 0x5a) return x % (a | 1);
        return (byte) x + (char) a - (short) (b * 3);
    }

    static int table(int[] unused, int key) { return key; }

    static int choose(int key) {
        switch (key * 3) {
            case 9: return 1;
            case 12: return 2;
            case 15: return 1 / (key - 5);
            case 16: return 4;
            default: return key > 1000 ? 5 : 6;
        }
    }

    static int pick(int index) {
        int[] values = { 3, 1, 4, 1, 5 };
        values[index]++;
        return values[2] * 10 + values[index];
    }

    static int pickLong(int index, int value) {
        long[] values = new long[100];
        values[index] = value;
        return (int) values[7] + 1;
    }

    static int allocate(int n) {
        int[] values = new int[n];
        if (n > 5) values[n - 1] = 9;
        return values.length > 3 ? values[3] : -1;
    }

    static int names(int index) {
        Object[] values = { new Symbolic(), "a", new int[3], null };
        Object chosen = values[index];
        if (chosen instanceof String) return 1;
        if (chosen instanceof int[]) return ((int[]) chosen).length;
        return chosen.hashCode() == 0 ? 4 : 5;
    }

    public int hashCode() { return 0; }

    static int loop(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) sum += i;
        return sum;
    }

    static int nested(int n, int m) {
        int count = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) count++;
        }
        return count;
    }

    static int recursive(int n) { return n <= 0 ? 0 : 1 + recursive(n - 1); }

    static int caught(int a, int b) {
        try {
            return checked(a) / b;
        } catch (ArithmeticException e) {
            return -1;
        } catch (IllegalArgumentException e) {
            return -2;
        } finally {
            if (a == 77) throw new IllegalStateException("late");
        }
    }

    static int checked(int a) {
        if (a < 0) throw new IllegalArgumentException();
        if (a == 50) throw new UnsupportedOperationException();
        return a;
    }

    static int doubles(double a, float b) {
        if (a > b) return (int) a;
        if (a != a) return 1;
        return a + b > 1e10 ? 2 : 3;
    }

    static boolean chars(char c, boolean flag, byte small) {
        if (flag) return c >= '0' && c <= '9';
        return small + c == 300;
    }

    static int compare(long a, long b) {
        int c = a < b ? -1 : a > b ? 1 : 0;
        assert c != 0 : "same";
        return c * 2;
    }

    static int bytes(int index, int value) {
        byte[] small = new byte[4];
        boolean[] flags = new boolean[4];
        char[] units = new char[4];
        small[index] = (byte) value;
        flags[index] = value > 0;
        units[index] = (char) value;
        return small[1] + (flags[2] ? 1000 : 0) + units[3];
    }
}
