public class ArrayAccess {
    public static int get(int[] a, int i) {
        return a[i];
    }
}
