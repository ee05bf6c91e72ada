package effects;

/** Methods that print. */
public class Output {
    private int number;

    static {
        System.out.println("initialised");
    }

    public Output(int number) {
        this.number = number;
        System.out.println("made");
    }

    public static void each(boolean flag, char c, int number, long big, String text) {
        if (text.length() > 2) {
            System.out.print(flag);
            System.out.print(c);
            System.out.print(number);
            System.out.print(big);
            System.out.print(text);
            System.out.println();
        } else {
            System.out.println(flag);
            System.out.println(c);
            System.out.println(number);
            System.out.println(big);
            System.out.println(text);
        }
    }

    public static void joined(int number, String text) {
        System.out.println("n=" + number + ", " + text.substring(1));
    }

    public static void errors(int number) {
        System.err.println("e" + number);
        System.out.print(number);
    }

    public static void loop(int count) {
        for (int at = 0; at < count && at < 3; at++) {
            System.out.println(at);
        }
    }

    public static void none(String text) {
        System.out.println((Object) null);
        System.out.println((String) null);
        System.out.print(text == null ? "null" : "text");
    }

    public static int called(int number) {
        return inner(number) + inner(number + 1);
    }

    static int inner(int number) {
        System.out.println("in " + number);
        return number + 1;
    }

    public static void trace(int divisor) {
        try {
            System.out.println(10 / divisor);
        } catch (ArithmeticException e) {
            e.printStackTrace();
        }
    }

    public static void format(int number) {
        System.out.printf("%d%n", number);
    }

    public static void closed(int number) {
        System.out.print(number);
        System.out.close();
    }

    public static void before(int number) {
        System.out.println("before");
        if (number > 0) {
            throw new IllegalStateException();
        }
        System.out.println("after");
    }

    public void self() {
        System.out.println(this);
    }

    @Override
    public String toString() {
        System.out.print("!");
        return "Output " + number;
    }
}
