package pool;

public class RouteMaker {
    private int stops;

    public RouteMaker via(String... names) {
        stops += names.length;
        return this;
    }

    public RouteMaker more(int count) {
        if (count > 0) {
            stops += count;
        }
        return this;
    }

    public Route finish() {
        return (Route) Route.Stock.make(stops);
    }
}
