package pool;

/** Open, write, close: each call needs the one before. */
public class Channel {
    private int state;
    private int sum;
    private int reads;

    public void open() {
        if (state != 0) {
            throw new IllegalStateException("open"); // goal: throws java.lang.IllegalStateException
        }
        state = 1;
    }

    public void write(int value) {
        if (state != 1) {
            throw new IllegalStateException("write"); // goal: throws java.lang.IllegalStateException
        }
        sum += value;
    }

    public void close() {
        if (state != 1) {
            throw new IllegalStateException("close"); // goal: throws java.lang.IllegalStateException
        }
        state = 2;
    }

    public void note() {
        reads++;
    }

    // goal: branches
    public int total() {
        if (state != 2) {
            return -1; // goal: reach
        }
        if (sum == 42) {
            return 100 / reads; // goal: throws java.lang.ArithmeticException
        }
        return sum; // goal: reach
    }

    // goal: branches
    public boolean isSealed() {
        return state == 2 && sum > 5;
    }
}
