package solving;

/** Arrays with symbolic index, length and content. */
public class Arrays {

    static int at(int[] a, int i) {
        if (i >= 0 && i < a.length && a[i] == 42 && i > 2) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int outside(int[] a, int i) {
        if (a.length > 3 && i > a.length) {
            return a[i];                                // goal: reach throws java.lang.ArrayIndexOutOfBoundsException
        }
        return 0;                                       // goal: reach
    }

    static int writtenThenRead(int[] a, int i, int j) {
        a[i] = 5;
        a[j] = 6;
        if (a[i] == 6) {
            if (i != j) {
                return 2;                               // goal: dead
            }
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int sorted(int[] a) {
        for (int i = 0; i + 1 < a.length; i++) {
            if (a[i] > a[i + 1]) {
                return i;                               // goal: reach returns 2
            }
        }
        return -1;                                      // goal: reach
    }

    static int[] negativeSize(int n) {
        return new int[n - 10];                         // goal: reach throws java.lang.NegativeArraySizeException
    }

    // goal: complete
    static int table(int i) {
        int[] primes = {2, 3, 5, 7, 11, 13};
        if (i >= 0 && i < primes.length && primes[i] == 7) {
            return i;                                   // goal: reach returns 3
        }
        return -1;                                      // goal: reach
    }

    static int lengthOnly(byte[] a) {
        if (a.length == 1000) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int grid(int[][] grid) {
        if (grid.length > 1 && grid[1].length > 2 && grid[1][2] == 9) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int total(int[] a) {
        int sum = 0;
        for (int x : a) {
            sum += x;
        }
        if (sum == 100 && a.length == 3) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int named(String[] names, int i) {
        if (names[i].equals("eve")) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static void storeCheck(Object[] a) {
        if (a.length > 0) {
            a[0] = "text";                              // goal: reach
        }
    }

    static int copied(String[] words) {
        String[] copy = words.clone();
        if (copy.length == 2 && "ab".equals(copy[1])) {
            words[1] = null;
            return copy[1].length();                    // goal: reach returns 2
        }
        return 0;                                       // goal: reach returns 0
    }
}
