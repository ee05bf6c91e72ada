package structures.queues;

/** A stack that knows its smallest element, in linked frames. */
public class MinStack {

    private static final class Frame {
        final int value;
        final int least;
        final Frame below;

        Frame(int value, int least, Frame below) {
            this.value = value;
            this.least = least;
            this.below = below;
        }
    }

    private Frame top;

    // goal: branches clean
    public void push(int value) {
        int least = top == null || value < top.least ? value : top.least;
        top = new Frame(value, least, top);             // goal: reach
    }

    // goal: branches
    public int pop() {
        if (top == null) {
            throw new IllegalStateException("empty");   // goal: throws java.lang.IllegalStateException
        }
        int value = top.value;
        top = top.below;
        return value;                                   // goal: reach
    }

    public int least() {
        if (top == null) {
            throw new IllegalStateException("empty");   // goal: throws java.lang.IllegalStateException
        }
        if (top.least == 13 && top.value == 21) {
            return 1;                                   // goal: returns 1
        }
        if (top.least > top.value) {
            return 2;                                   // goal: unreached
        }
        return top.least;                               // goal: reach
    }
}
