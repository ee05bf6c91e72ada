package proving;

/** Methods that throw unless a condition holds. */
public class Guards {
    int limit;
    Guards next;

    public static int at(int[] a, int i) {
        return a[i];
    }

    public static int last(int[] a) {
        return a[a.length - 1];
    }

    public static int ratio(int x, int y) {
        return 100 / (x - y);
    }

    public static int some(int x, int[] a) {
        if (x > 10) {
            return a[3];
        }
        return x;
    }

    public static int never(int x) {
        return x * 2;
    }

    public static int always(int x) {
        throw new IllegalStateException("no " + x);
    }

    public static char second(String s) {
        return s.charAt(1);
    }

    public static int checked(int low, int high) {
        if (low > high) {
            throw new IllegalArgumentException("low");
        }
        return high - low;
    }

    public int following() {
        return limit / next.limit;
    }

    public static int all(int[] a) {
        int sum = 0;
        for (int each : a) {
            sum += 100 / each;
        }
        return sum;
    }
}
