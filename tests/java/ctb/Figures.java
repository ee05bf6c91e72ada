package ctb;

/** Fig. 1 of the seed. */
public final class Figures {
    private Figures() {}

    public static int testMethod(int x, int y) {
        int ret = 0;
        if (x > 3) {
            int z = x + 2;
            if (z < y) {
                ret = z;
            } else {
                ret = y;
            }
        }
        return ret;
    }
}
