package hostile;

/** Its static initialiser throws. */
public class FailsAtOnce {
    static final int VALUE = Integer.parseInt("no number");

    static int any(int n) {
        return n + VALUE;
    }

    int more(int n) {
        return 7 / n;
    }
}
