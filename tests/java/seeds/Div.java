public class Div {

    public static int div(int a, int b) {
        if (b == 0)
            throw new ArithmeticException();
        return a / b;
    }

    public static int div1(int a, int b) {
        try {
            return div(a, b);
        } catch (ArithmeticException e) {
            return 0;
        }
    }

    public static int div2(int a, int b) {
        return div(a, b);
    }

}
