public class ZeroDivisor {

    public static int div(int x, int y) {
        return x / y;
    }

    public static int mod(int x, int y) {
        return x % y;
    }

    public static int test(int x, int y, int z) {
        if (3*x + 5*y < 100 && y > 3 && y < 20)
            return x / (y + z);
        else
            return z;
    }

}
