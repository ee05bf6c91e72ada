/** One method needs a class that the tests delete after compiling; the rest does not. */
public class NeedsOther {

    static int usesOther(int n) {
        return n == 5 ? Other.twice(n) : n;
    }

    static int alone(int n) {
        return 10 / n;                                      // finds: error EP001 alone
    }
}

class Other {
    static int twice(int n) {
        return 2 * n;
    }
}
