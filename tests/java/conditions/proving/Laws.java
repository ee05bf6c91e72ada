package proving;

/** Methods with a law each, and the one of three answers that is right. */
public class Laws {
    static final int LIMIT = 100;

    public static int abs(int x) {
        return x < 0 ? -x : x;
    }

    public static int max(int a, int b) {
        return a > b ? a : b;
    }

    public static int signum(int x) {
        if (x > 0) {
            return 1;
        }
        return x < 0 ? -1 : 0;
    }

    public static int saturatingAdd(int a, int b) {
        int sum = a + b;
        if (((a ^ sum) & (b ^ sum)) < 0) {
            return a < 0 ? Integer.MIN_VALUE : Integer.MAX_VALUE;
        }
        return sum;
    }

    public static int search(int[] a, int key) {
        int low = 0;
        int high = a.length - 1;
        while (low <= high) {
            int mid = (low + high) >>> 1;
            if (a[mid] < key) {
                low = mid + 1;
            } else if (a[mid] > key) {
                high = mid - 1;
            } else {
                return mid;
            }
        }
        return -(low + 1);
    }

    public static int index(int[] a, int i) {
        return a[i];
    }

    public static int fee(int age, boolean member) {
        int share = 100 / (age - 30);
        return member ? share / 2 : share;
    }

    public static int letter(String s, int i) {
        return s.charAt(i);
    }

    public static int half(int x) {
        int half = x / 2;
        assert half * 2 <= x;
        return half;
    }
}
