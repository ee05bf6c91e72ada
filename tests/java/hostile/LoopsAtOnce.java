package hostile;

/** Its static initialiser never ends. */
public class LoopsAtOnce {
    static int count;

    static {
        while (count >= 0) {
            count = count + 1 & 0xff;
        }
    }

    static int any(int n) {
        return n + count;
    }
}
