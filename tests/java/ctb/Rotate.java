package ctb;

/** Fig. 6 of the seed: three elements of an array rotated; which of them are one element decides the result. */
public final class Rotate {
    private Rotate() {}

    public static int rotate(int[] array, int i, int j, int k) {
        int temp = array[i];
        array[i] = array[j];
        array[j] = array[k];
        array[k] = temp;
        return array[i];
    }
}
