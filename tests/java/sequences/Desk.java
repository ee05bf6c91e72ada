package sequences;

import java.util.function.BiFunction;
import java.util.function.Consumer;

/** Gives its tickets to callbacks. */
public class Desk {
    private int given;

    /** Takes tickets. */
    public interface Queue {
        void next(long place, Ticket ticket);

        boolean isOver();
    }

    /** Has no constructor for others. */
    public static final class Ticket {
        private final int number;

        private Ticket(int number) {
            this.number = number;
        }

        public int number() {
            return number;
        }

        public boolean isAfter(Ticket other) {
            return number > other.number;
        }
    }

    public void give(Consumer<Ticket> taker) {
        taker.accept(new Ticket(++given));
    }

    public int serve(Queue queue) {
        while (!queue.isOver()) {
            queue.next(given, new Ticket(++given));
        }
        queue.next(given, new Ticket(++given));
        return given;
    }

    public String both(BiFunction<Ticket, Ticket, String> joins) {
        return joins.apply(new Ticket(10), new Ticket(++given));
    }
}
