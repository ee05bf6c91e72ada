package seeds;

/** CTB, Fig. 4: the partition of quicksort; its control nodes are the loops C0, C1, C2 and the branch C3. */
public class Quicksort {
    public static int partition(int[] a, int low, int high) {
        int pivotItem = a[low];
        int left = low + 1;
        int right = high;
        while (left < right) { // C0
            while (a[left] < pivotItem) { // C1
                left++;
            }
            while (a[right] > pivotItem) { // C2
                right--;
            }
            if (left < right) { // C3
                int temp = a[left];
                a[left] = a[right];
                a[right] = temp;
            }
        }
        a[low] = a[right];
        a[right] = pivotItem;
        return right;
    }
}
