import java.util.List;
import java.util.function.Function;

/** What JDK 22 to 25 added to the language: unnamed variables, statements before super, and what they compile to. */
public class Flexible {
    static class Base {
        final String seen;
        Base(int n) { if (n < 0) throw new IllegalArgumentException("negative"); seen = "base" + n + hook(); }
        String hook() { return "none"; }
    }

    static class Derived extends Base {
        final int doubled;
        Derived(int n) {
            if (n > 5) throw new IllegalStateException("too large: " + n);
            int twice = n * 2;
            this.doubled = twice;
            super(twice);
        }
        @Override String hook() { return "hook" + doubled; }
    }

    record Point(int x, int y) { Point(int both) { int half = both / 2; this(half, both - half); } }

    static String prologue(int n) { try { Derived d = new Derived(n - 1); return d.seen + d.doubled; } catch (RuntimeException e) { return e.getMessage(); } }

    static String records(int n) { return new Point(n) + ""; }

    static String unnamed(int n) {
        Object o = n % 2 == 0 ? new Point(n, 1) : List.of(n);
        String s = switch (o) { case Point(int x, _) when x > 3 -> "far" + x; case Point(_, _) -> "near"; default -> "list"; };
        int total = 0;
        for (var _ : List.of(1, 2, 3)) total++;
        try { total /= n; } catch (ArithmeticException _) { s += "zero"; }
        Function<Integer, Integer> f = _ -> 7;
        return s + total + f.apply(n);
    }

    class Inner {
        final int a;
        Inner(int n) { int b = n + field; a = b; super(); }
    }

    int field = 4;

    static int inner(int n) { return new Flexible().new Inner(n).a; }
}
