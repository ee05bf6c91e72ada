public class ArrayCreation {
    public static int[] newArray(int n) {
        return new int[n];
    }
}
