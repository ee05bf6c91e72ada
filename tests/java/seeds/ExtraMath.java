public class ExtraMath {

    public static int signum(int a) {
        int ra;
        if (a <= 0 || a >= 0)
            ra = a / abs(a);
        else
            ra = 0;
        return ra;
    }

    public static int abs(int b) {
        int rb;
        if (b < 0)
            rb = -b;
        else
            rb = b;
        return rb;
    }

}
