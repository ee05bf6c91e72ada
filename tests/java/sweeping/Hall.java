package sweeping;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Hands out its seats and coats by callbacks only. */
public class Hall {
    /** Is told of each seat. */
    public interface Usher {
        boolean shows(String row, Seat seat);
    }

    /** No public code makes one. */
    public static final class Seat {
        private final int number;
        private boolean taken;

        private Seat(int number) {
            this.number = number;
        }

        public boolean take(int ticket) {
            if (taken) {
                throw new IllegalStateException("taken");
            }
            taken = ticket == number * 100;
            return taken;
        }
    }

    private final List<Usher> ushers = new ArrayList<>();
    private int seats;

    public void employ(Usher usher) {
        ushers.add(usher);
    }

    /** Comes after the call that takes the callback. */
    public int open() {
        int shown = 0;
        for (Usher each : ushers) {
            if (each.shows("A", new Seat(++seats))) {
                shown++;
            }
        }
        return shown;
    }

    /** Is made by the hall, too. */
    public static final class Coat {
        private Coat() {}

        public boolean fits(int size) {
            return size > 36;
        }
    }

    public static void lost(Consumer<? super Coat> whoever) {
        whoever.accept(new Coat());
    }
}
