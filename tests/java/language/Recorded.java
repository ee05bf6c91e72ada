import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Records: generated methods, compact constructors, components of every kind, nesting. */
public class Recorded {
    record Point(int x, int y) { Point { if (x > 100) throw new IllegalArgumentException("x"); } static Point origin() { return new Point(0, 0); } double length() { return Math.sqrt(x * x + y * y); } }
    record All(boolean z, byte b, short s, char c, int i, long l, float f, double d, String t, int[] a, Object o) {}
    record Empty() {}
    record Box<T>(T value, List<T> more) {}
    record Line(Point from, Point to) { Line(int a, int b) { this(new Point(a, b), Point.origin()); } }
    record Own(int v) { @Override public boolean equals(Object o) { return o instanceof Own w && w.v / 10 == v / 10; } @Override public int hashCode() { return v / 10; } @Override public String toString() { return "own" + v(); } public int v() { return v + 1; } }
    record Varargs(String... names) {}
    record Self(Object me) {}
    interface Sized { int size(); }
    record Impl(int size) implements Sized, Comparable<Impl> { public int compareTo(Impl o) { return Integer.compare(size, o.size); } }

    static All all(int n) { return new All(n > 0, (byte) (n * 50), (short) (n * 30000), (char) ('a' + n), n, n * 5000000000L, n / 3f, n == 2 ? Double.NaN : -0.0 * n, n == 1 ? null : "t" + n, null, List.of(n)); }

    static String text(int n) { return all(n) + " " + new Point(n, -n) + new Empty() + new Box<>(n == 0 ? null : "v", List.of("a")) + new Line(n, 2) + new Own(n) + new Impl(n); }

    static String hash(int n) { return all(n).hashCode() + " " + new Point(n, -n).hashCode() + " " + new Empty().hashCode() + " " + new Box<>(n == 0 ? null : "v", List.of("a")).hashCode() + " " + new Line(n, 2).hashCode() + new Own(n).hashCode(); }

    static String equal(int n) {
        Point p = new Point(n, 2);
        return all(n).equals(all(n)) + " " + all(n).equals(all(0)) + p.equals(new Point(1, 2)) + p.equals(null) + p.equals("x") + new Line(n, 1).equals(new Line(1, 1)) + new Own(n).equals(new Own(9)) + new Empty().equals(new Empty())
            + new Varargs("a").equals(new Varargs("a")) + new Box<>(n, null).equals(new Box<>(1, null)) + Objects.equals(p, p);
    }

    static String floats(int n) {
        record D(double d, float f) {}
        double[] ds = {0.0, -0.0, Double.NaN, 1.5};
        D a = new D(ds[n % 4], (float) ds[(n + 1) % 4]);
        return a.equals(new D(0.0, -0f)) + " " + a.equals(a) + a.equals(new D(ds[n % 4], (float) ds[(n + 1) % 4])) + a.hashCode() + a;
    }

    static String constructed(int n) { return new Point(n * 60, 1).x() + Arrays.toString(new Varargs("p", "q").names()) + Point.origin().length(); }

    static String compared(int n) { return new Impl(n).compareTo(new Impl(1)) + "" + ((Sized) new Impl(n)).size() + (new Impl(1) instanceof Record); }

    static String patterns(int n) {
        Object o = n == 0 ? new Point(1, 2) : n == 1 ? "str" : n == 2 ? null : new Line(n, n);
        if (o instanceof Point p && p.x() == 1) return "point " + p.y();
        if (!(o instanceof String s)) return o instanceof Line l ? l.from().toString() : "other";
        return s + s.length();
    }

    sealed interface Expr permits Num, Add, Neg {}
    record Num(int v) implements Expr {}
    record Add(Expr l, Expr r) implements Expr {}
    record Neg(Expr e) implements Expr {}

    static int eval(Expr e) { if (e instanceof Num n) return n.v(); if (e instanceof Add a) return eval(a.l()) + eval(a.r()); if (e instanceof Neg g) return -eval(g.e()); throw new AssertionError(); }

    static String expressions(int n) { Expr e = new Add(new Neg(new Num(n)), new Num(7)); return eval(e) + " " + e; }

    static String locals(int n) { record Pair<A, B>(A a, B b) {} var p = new Pair<>(n, "b"); return p + "" + p.equals(new Pair<>(n, "b")) + p.hashCode(); }

    static String block(int n) {
        String t = """
            Hello "%s"
              indented\tand \
            joined
            """;
        return t.formatted(n);
    }
}
