/** ArrayCreation renamed, over doubles, with the size in the second place. */
public class Fresh {
    public static double[] make(boolean unused, int size) {
        return new double[size];
    }
}
