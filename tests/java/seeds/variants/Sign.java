/** ExtraMath with other names, the methods in the other order, and the tautology written over another constant. */
public class Sign {

    public static int magnitude(int value) {
        return value >= 0 ? value : -value;
    }

    public static int of(int number) {
        int sign;
        if (number < 17 || number > 16)
            sign = number / magnitude(number);
        else
            sign = 99;
        return sign;
    }

}
