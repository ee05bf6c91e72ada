package explored;

/** No branch, few results. */
public class Results {
    static boolean same(String left, String right) {
        return left.equals(right);
    }

    static int sign(int number) {
        return Integer.signum(number);
    }

    static int compare(long left, long right) {
        return Long.compare(left, right);
    }

    static boolean not(boolean flag) {
        return !flag;
    }

    static int low(int number) {
        return number & 3;
    }

    /** Too many to tell apart. */
    static int many(int number) {
        return number & 7;
    }

    /** More constants than are told apart one by one: absent, first, later. */
    static int place(String text) {
        return text.indexOf('x');
    }

    /** One of the two cannot be. */
    static boolean never(int number) {
        return number > 5 & number < 5;
    }
}
