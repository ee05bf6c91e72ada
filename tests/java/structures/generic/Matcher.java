package structures.generic;

import java.util.Comparator;

/** Searching and sorting with comparators of one's own. */
final class Matcher {

    private Matcher() { }

    /** Planted: the middle is sought beyond an empty range. */
    // goal: branches
    static int search(Integer[] sorted, Integer key, Comparator<Integer> order) {
        int low = 0;
        int high = sorted.length - 1;                   // goal: throws java.lang.NullPointerException
        int middle = high / 2;
        while (order.compare(sorted[middle], key) != 0) {       // goal: throws java.lang.NullPointerException throws java.lang.ArrayIndexOutOfBoundsException
            if (low >= high) {
                return -1;                              // goal: reach
            }
            if (order.compare(sorted[middle], key) < 0) {
                low = middle + 1;                       // goal: reach
            } else {
                high = middle - 1;                      // goal: reach
            }
            middle = (low + high) / 2;
        }
        return middle;                                  // goal: returns 0 returns 1
    }

    // goal: branches
    static void sort(int[] items) {
        for (int i = 1; i < items.length; i++) {        // goal: throws java.lang.NullPointerException
            int item = items[i];
            int at = i;
            while (at > 0 && items[at - 1] > item) {
                items[at] = items[at - 1];
                at--;                                   // goal: reach
            }
            items[at] = item;                           // goal: reach
        }
    }

    // goal: branches
    static Object greatest(Object[] items) {
        Object greatest = null;
        for (Object item : items) {                     // goal: throws java.lang.NullPointerException
            if (greatest == null || ((Integer) item) > (Integer) greatest) {    // goal: reach throws java.lang.ClassCastException
                greatest = item;
            }
        }
        return greatest;
    }
}
