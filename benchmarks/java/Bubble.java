/** A bubble sort of five numbers: ten comparisons, so 1,024 ways through it, of which 120 have an input. */
final class Bubble {
    private Bubble() {}

    static int sort(int a, int b, int c, int d, int e) {
        int[] array = {a, b, c, d, e};
        for (int i = 0; i < array.length; i++) {
            for (int j = 0; j + 1 < array.length - i; j++) {
                if (array[j] > array[j + 1]) {
                    int larger = array[j];
                    array[j] = array[j + 1];
                    array[j + 1] = larger;
                }
            }
        }
        return array[0];
    }
}
