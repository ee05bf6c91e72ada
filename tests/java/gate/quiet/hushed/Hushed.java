package hushed;

public class Hushed {
    public static int inPackage(int x) {
        return 12 / x;
    }
}
