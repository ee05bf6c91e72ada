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

    record Noted(int name, int[] log) {
        @Override public boolean equals(Object other) { log[0] = 10 * log[0] + name + (other == null ? 4 : 0); return true; }

        @Override public int hashCode() { return 1; }
    }

    record Four(int first, Noted second, long third, Noted fourth) {}

    static int compared(int x, long y, int nulls) {
        int[] log = new int[1];
        Noted one = (nulls & 1) == 0 ? new Noted(1, log) : null;
        Noted two = (nulls & 2) == 0 ? new Noted(2, log) : null;
        Four left = new Four(1, new Noted(3, log), 2, new Noted(4, log));
        Four right = new Four(x, one, y, two);
        return log[0] + (left.equals(right) ? 100_000 : 0) + (right.equals(left) ? 200_000 : 0) + 1_000_000 * log[0];
    }
}
