package sample;

/** An object that throws after the right step. */
public class Steps {
    private int at;

    public void advance(int by) {
        at += by;
    }

    public int close() {
        return 10 / (at - 3);
    }
}
