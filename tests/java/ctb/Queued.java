import java.util.Queue;

/** A queue, which only its own methods can fill. */
class Queued {
    static int next(Queue<Integer> numbers) {
        return numbers.isEmpty() ? -1 : numbers.peek();
    }
}
