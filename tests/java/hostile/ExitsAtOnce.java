package hostile;

/** Its static initialiser ends the process: nothing of it can be run. */
public class ExitsAtOnce {
    static final int VALUE;

    static {
        System.exit(6);
        VALUE = 1;
    }

    static int any(int n) {
        return n + VALUE;
    }

    int more(int n) {
        return 7 / n;
    }
}
