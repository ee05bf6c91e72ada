import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** Java 8 as its own compiler writes it: no nest mates, no concatenation by invokedynamic. */
public class Older {
    private int secret = 3;
    private static long shared = 7;

    private String hidden(String s) { return s + secret; }

    class Inner {
        private int own = 4;
        private Inner() {}
        String use(int n) { secret += n; secret++; shared *= 2; return hidden("x") + shared + Older.this.secret; }
    }

    enum Mode { FAST { int speed() { return 9; } }, SLOW; int speed() { return 1; } private static int count; private int uses; int use() { count++; return ++uses; } }

    interface Greeter { String name(); default String greet() { return "hi " + name(); } static Greeter of(final String n) { return new Greeter() { public String name() { return n; } }; } }

    static String inner(int n) { Older o = new Older(); Inner i = o.new Inner(); i.own += n; o.secret = n; shared = 7; return i.use(n) + i.own + o.secret; }

    static String modes(int n) {
        Mode m = Mode.values()[n % 2];
        int k;
        switch (m) { case FAST: k = 1; break; case SLOW: k = 2; break; default: k = 3; }
        return m + "" + k + m.speed() + m.use() + Mode.count;
    }

    static String strings(int n) { switch (new String[] {"Aa", "BB", "c"}[n % 3]) { case "Aa": return "1"; case "BB": return "2"; default: return "3"; } }

    static String greeting(int n) { Greeter g = () -> "l" + n; return g.greet() + Greeter.of("m").greet(); }

    static String lambdas(int n) { int[] base = {n}; IntUnaryOperator f = x -> x + base[0] + (int) shared; shared = 1; return f.andThen(Math::negateExact).applyAsInt(n) + "" + new ArrayList<>(List.class == null ? null : new ArrayList<Integer>()); }

    static String concatenation(int n) { String s = null; s += n; s += 'c'; s += 1.5f; char[] a = {'x'}; return s + 1L + true + (Object) null + a.length + -0.0; }

    static int finallyTwice(int n) { int x = 1; try { x = 10 / n; } catch (ArithmeticException e) { x = -1; } finally { x *= 3; } try { return x; } finally { x = 100; } }

    static String closing(int n) throws Exception {
        final StringBuilder log = new StringBuilder();
        try (AutoCloseable a = () -> { log.append("a"); if (n == 2) throw new IllegalStateException("close"); }; AutoCloseable b = n == 1 ? null : () -> log.append("b")) {
            log.append("body");
            if (n == 3) throw new IllegalArgumentException("body");
        } catch (RuntimeException e) { log.append(e.getMessage()).append(e.getSuppressed().length); }
        return log.toString();
    }

    static boolean asserted(int n) { assert n != 3 : n; return Older.class.desiredAssertionStatus(); }
}
