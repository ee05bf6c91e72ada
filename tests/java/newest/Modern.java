import java.util.*;
import java.util.function.*;

/** Language features after Java 17 (Java 25). */
public class Modern {
    sealed interface Shape permits Circle, Square, Rect {}
    record Circle(int r) implements Shape {}
    record Square(int side) implements Shape {}
    record Rect(int w, int h) implements Shape {}
    record Box<T>(T value, int size) {}
    enum Color { RED, GREEN, BLUE; Color next() { return values()[(ordinal() + 1) % values().length]; } }

    static int area(Shape s) {
        return switch (s) {
            case Circle(int r) when r > 10 -> 100;
            case Circle(var r) -> 3 * r * r;
            case Square(int side) -> side * side;
            case Rect(int w, int h) when w == h -> w * 1000 / h;
            case Rect(int w, _) -> w;
        };
    }

    static String kind(Object o) {
        return switch (o) {
            case null -> "null!";
            case Integer i when i > 100 -> "big " + i;
            case Integer i -> "int " + i;
            case String s when s.length() > 3 -> "long " + s;
            case String s -> "text " + s;
            case int[] a when a.length == 2 -> "pair " + (a[0] / a[1]);
            case Color c when c == Color.GREEN -> "green";
            case Color c -> "color " + c.next();
            default -> "other";
        };
    }

    static int nested(Object o) {
        if (o instanceof Box<?>(Box<?>(Integer i, _), int n) && n == 7) return i / (i - 5);
        if (o instanceof Box<?>(String s, var n)) return s.length() + n;
        return -1;
    }

    static int color(Color c) {
        return switch (c) { case RED -> 1; case GREEN -> 2; case BLUE -> 10 / (c.ordinal() - 2); };
    }

    static int qualified(Color c, int x) {
        switch (c) {
            case RED: x++;
            case GREEN: x *= 2; break;
            default: throw new IllegalStateException("blue " + x);
        }
        return x;
    }

    static int words(String s) {
        return switch (s) { case "one" -> 1; case "two", "three" -> 2; case "Aa", "BB" -> 3; default -> s.charAt(0); };
    }

    static String block(int x) {
        String t = """
            hello \
            world
              "x"\tend
            """;
        return t + x + (char) (x + 65) + (x > 3 ? 1.5 : 2);
    }

    static int unused(int[] xs) {
        int n = 0;
        for (int _ : xs) n++;
        try { n += xs[2]; } catch (ArrayIndexOutOfBoundsException _) { n = -n; }
        IntBinaryOperator f = (a, _) -> a * 2;
        return f.applyAsInt(n, 3);
    }

    static class Base { final int a; Base(int a) { this.a = a; } }
    static class Flexible extends Base {
        final int b;
        Flexible(int x) {
            if (x < 0) throw new IllegalArgumentException("negative " + x);
            b = x * 2;
            super(x + 1);
        }
    }
    static int flexible(int x) { var f = new Flexible(x); return f.a + f.b; }

    class Inner { private int secret = 4; private int get(int k) { return secret / k; } }
    int nest(int k) { return new Inner().get(k) + new Inner().secret; }

    static boolean same(Rect a, Rect b) { return a.equals(b) && a.hashCode() == b.hashCode(); }
    static String show(Rect a) { return a.toString(); }
    static int sequenced(List<Integer> xs) { return xs.getFirst() + xs.reversed().getLast(); }
    static int clamp(long v) { return Math.clamp(v, 0, 10); }
    static int iter(int n) { int s = 0; for (var e : List.of(1, 2, n)) s += e; return 100 / s; }
    static long streams(int n) { return java.util.stream.IntStream.range(0, Math.min(n, 4)).map(i -> i * i).sum(); }
    private interface P { private static int q(int x) { return x / (x - 9); } static int r(int x) { return q(x); } }
    static int iface(int x) { return P.r(x); }
    static String sup(int x) { Supplier<String> s = () -> "v" + x; return s.get() + Objects.requireNonNullElse(null, "z"); }
}
