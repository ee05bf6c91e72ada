package ctb;

/** The examples of "Using Symbolic Execution to Guide Test Generation", Figs. 1, 3, 4 and 6. */
public class Ctb {
    /** Fig. 4: one step of quicksort. Four control nodes: the loops C0, C1, C2 and the if C3. */
    public static int partition(int[] a, int low, int high) {
        int pivot_item = a[low];
        int left = low + 1;
        int right = high;
        while (left < right) {
            while (a[left] < pivot_item)
                left++;
            while (a[right] > pivot_item)
                right--;
            if (left < right) {
                int temp = a[left];
                a[left] = a[right];
                a[right] = temp;
            }
        }
        a[low] = a[right];
        a[right] = pivot_item;
        return right;
    }
}
