package pool;

/** Nothing in it points to what makes it: a class of its own in the package. */
public final class Route {
    private final int stops;
    private Route next;

    private Route(int stops) {
        this.stops = stops;
    }

    static Route[] none() {
        return new Route[0];
    }

    Route next() {
        return next;
    }

    static final class Stock {
        private Route last;

        Route last() {
            return last;
        }

        static Object make(int stops) {
            return new Route(stops);
        }
    }

    // goal: branches
    public boolean isLong() {
        return stops > 20;
    }
}
