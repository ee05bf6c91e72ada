package structures.trees;

/** Sums of prefixes in a binary indexed tree. Planted: sum() does not refuse what is too large. */
public class FenwickTree {
    private final long[] sums = new long[5];

    // goal: branches
    public void add(int index, int value) {
        if (index <= 0) {
            throw new IllegalArgumentException("from 1");   // goal: throws java.lang.IllegalArgumentException
        }
        for (int i = index; i < sums.length; i += i & -i) {
            sums[i] += value;                           // goal: reach
        }
    }

    // goal: branches
    public long sum(int index) {
        long sum = 0;
        for (int i = index; i > 0; i -= i & -i) {
            sum += sums[i];                             // goal: reach throws java.lang.ArrayIndexOutOfBoundsException
        }
        return sum;                                     // goal: returns 0
    }
}
