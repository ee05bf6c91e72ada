package structures.queues;

/** A queue made of two stacks: what was put in last lies on top of the one, what goes out next on top of the other. */
public class TwoStackQueue {
    private final LinkedStack<Integer> in = new LinkedStack<>();
    private final LinkedStack<Integer> out = new LinkedStack<>();

    // goal: explored clean
    public void put(int value) {
        in.push(value);                                 // goal: reach
    }

    // goal: branches
    public int take() {
        if (out.isEmpty()) {
            while (!in.isEmpty()) {
                out.push(in.pop());                     // goal: reach
            }
        }
        return out.pop();                               // goal: reach
    }

    public static int last(int a, int b, int c) {
        TwoStackQueue queue = new TwoStackQueue();
        queue.put(a);
        queue.put(b);
        int first = queue.take();
        queue.put(c);
        int second = queue.take();
        if (first == 3 && second == 5 && queue.take() == 7) {
            return a + b + c;                           // goal: returns 15
        }
        return first != a || second != b ? -1 : 0;      // goal: reach returns 0
    }
}
