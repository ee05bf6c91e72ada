/** What prints: the same in every run, something else in each, and more than anybody reads. */
public class Greeter {
    static class Loud {
        static {
            System.out.println("here I am");
        }

        static int twice(int x) {
            return x + x;
        }
    }

    private int greeted;

    public void greet(String name) {
        System.out.print("Hello ");
        System.out.println(name.isEmpty() ? "you" : name);
        greeted++;
    }

    public static int checked(int x) {
        System.out.println("checking");
        if (x > 100) {
            throw new IllegalArgumentException("large");
        }
        return x;
    }

    public static void sum(int x) {
        System.out.print(x + 1);
    }

    public static int clock() {
        System.out.println(System.nanoTime());
        return 5;
    }

    public static int initialised(int x) {
        return Loud.twice(x);
    }

    public static int flood() {
        for (int i = 0; i < 200; i++) {
            System.out.println("water");
        }
        return 1;
    }

    public static void foreign() {
        System.out.println("gr\u00fcezi");
    }

    public static int warned(int x) {
        if (x < 0) {
            System.err.println("negative");
        }
        return x;
    }

    public static void both() {
        System.out.print("out");
        System.err.print("err");
    }

    public static void traced() {
        new IllegalStateException("trace").printStackTrace();
    }
}
