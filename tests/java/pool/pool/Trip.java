package pool;

/** A builder that returns nothing from its setters and needs all it is told before it builds. */
public final class Trip {
    private final int from;
    private final int to;
    private final int seats;

    private Trip(Planner planner) {
        from = planner.from;
        to = planner.to;
        seats = planner.seats;
    }

    // goal: branches
    public int length() {
        if (to < from) {
            return from - to; // goal: reach
        }
        return to - from; // goal: reach
    }

    public int perSeat() {
        return length() / (seats - 3); // goal: throws java.lang.ArithmeticException
    }

    public static class Planner {
        private final int from;
        private int to;
        private int seats;
        private boolean there;

        public Planner(int from) {
            this.from = from;
        }

        public void destination(int to) {
            this.to = to;
            there = true;
        }

        public void seats(int seats) {
            this.seats = seats;
        }

        public Trip plan() {
            if (!there || seats == 0) {
                throw new IllegalStateException("where to?");
            }
            return new Trip(this);
        }
    }
}
