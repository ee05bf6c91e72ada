/** Records, local and nested, with components of every kind. */
public class Records {
    record Point(int x, long y, double z, boolean on, Object tag) {}

    record Empty() {}

    static int hash(int x, long y, double z, boolean on) { return new Point(x, y, z, on, null).hashCode() + new Point(x, y, z, on, new Point(y > 0 ? 1 : 2, x, z, on, null)).hashCode() + new Empty().hashCode(); }

    static int same(int x, double z) {
        Point point = new Point(x, 2, z, true, new Empty());
        Point other = new Point(7, 2, -0.0, true, new Empty());
        return (point.equals(other) ? 1 : 0) + (point.equals(point) ? 2 : 0) + (point.equals(null) ? 4 : 0) + (point.equals("x") ? 8 : 0) + (other.equals(new Point(7, 2, -0.0, true, null)) ? 16 : 0);
    }

    static String text(int x, long y) {
        record Local(int first, Object second) {}
        return new Local(x, new Local((int) y, null)).toString() + new Empty();
    }
}
