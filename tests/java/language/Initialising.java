import java.util.function.Supplier;

/** Class initialisation: its order, what triggers it, and its errors. Each case has classes of its own. */
public class Initialising {
    static StringBuilder log = new StringBuilder();

    static int note(String s) { log.append(s).append(' '); return s.length(); }

    static class A { static { note("A"); } static int a = note("a"); static final int CONSTANT = 5; static final Integer BOXED = 6; static final String TEXT = "text"; static final String MADE = new String("made"); static void touch() {} }
    static class B extends A { static { note("B"); } static int b = 1; }
    interface I { int X = note("I.x"); int Y = 7; }
    interface J { int X = note("J.x"); default void run() {} }
    interface K extends J { int Z = note("K.z"); static int get() { return 4; } }
    static class C implements I, J { static { note("C"); } }
    static class D implements K { static { note("D"); } }

    static String order(int n) {
        log.setLength(0);
        int k = A.CONSTANT + A.TEXT.length() + I.Y;
        note("constants");
        Object array = new B[2];
        Class<?> literal = B.class;
        boolean test = array instanceof B;
        note("mentioned");
        k += B.b;
        note("static");
        A.touch();
        return log.toString() + k + test + literal.isArray();
    }

    static String inheritedStatic(int n) { log.setLength(0); int k = Inherit.value; note("read"); Inherit.other(); return log.toString() + k; }

    static class Parent { static { note("Parent"); } static int value = 3; static void other() { note("other"); } }
    static class Inherit extends Parent { static { note("Inherit"); } }

    static String interfaces(int n) { log.setLength(0); new C(); note("made"); new D(); note("made"); int z = K.get(); return log.toString() + I.X + z; }

    static class Self { static final Self ONE = new Self(); static int count = 10; static final int fixed = 4; final int seen; static final int late = Integer.valueOf(8); final int seenLate; Self() { count++; seen = fixed; seenLate = late; } }

    static String selfReference(int n) { return Self.count + " " + Self.ONE.seen + " " + Self.ONE.seenLate; }

    static class Ping { static int value = Pong.value + 1; }
    static class Pong { static int value = Ping.value + 1; }

    static String recursive(int n) { return Ping.value + " " + Pong.value; }

    static class Fails { static int zero; static int bad = 1 / zero; static void touch() {} }
    static class FailsBelow extends Fails { static { note("below"); } static int x = 1; }
    static class FailsWithError { static { if (true) throw new UnsupportedOperationException("error", new Error("cause")); } static int x; }
    static class FailsHard { static { if (true) throw new StackOverflowError("hard"); } static int x; }

    static String fails(int n) {
        log.setLength(0);
        for (int i = 0; i < 2; i++) {
            try { Fails.touch(); } catch (Throwable t) { log.append(t).append('|').append(t.getMessage()).append('|').append(t.getCause()).append('|').append(t instanceof ExceptionInInitializerError e ? e.getException() : null).append(';'); }
        }
        try { note("" + FailsBelow.x); } catch (Throwable t) { log.append(t); }
        try { new FailsBelow(); } catch (Throwable t) { log.append(t); }
        return log.toString();
    }

    static String failsOtherwise(int n) {
        log.setLength(0);
        for (int i = 0; i < 2; i++) {
            try { note("" + FailsWithError.x); } catch (Throwable t) { log.append(t).append(t.getCause()).append(';'); }
            try { note("" + FailsHard.x); } catch (Throwable t) { log.append(t).append(t.getCause()).append(';'); }
        }
        return log.toString();
    }

    static class ParentFails { static { note("ParentFails"); if (true) throw new RuntimeException("parent"); } }
    static class ChildOfFailing extends ParentFails { static { note("child"); } static void touch() {} }

    static String parentFails(int n) {
        log.setLength(0);
        for (int i = 0; i < 3; i++) {
            try { if (i < 2) ChildOfFailing.touch(); else new ParentFails(); } catch (Throwable t) { log.append(t).append(t.getCause()).append(';'); }
        }
        return log.toString();
    }

    interface Bad { int X = 1 / note(""); default void m() {} static int note(String s) { Initialising.note("Bad"); return 0; } }

    static class Holder { static { note("Holder"); } static final Holder INSTANCE = new Holder(); int v = 9; static Supplier<Integer> lazy = () -> { note("lazy"); return 3; }; }

    static String holder(int n) { log.setLength(0); Supplier<Integer> s = () -> Holder.INSTANCE.v; note("lambda"); int v = s.get(); return log.toString() + v + Holder.lazy.get(); }

    static class Reference { static { note("Reference"); } static int twice(int a) { return a + a; } }

    static String byReference(int n) { log.setLength(0); java.util.function.IntUnaryOperator f = Reference::twice; note("made"); return f.applyAsInt(n) + log.toString(); }

    static class Instance { { note("block"); } int a = note("field"); Instance() { this(1); note("default"); } Instance(int k) { super(); note("int"); } { note("block2"); } }

    static String instance(int n) { log.setLength(0); new Instance(); return log.toString(); }

    enum Early { X, Y; static { note("Early"); } Early() { note("made"); } static int f = note("f"); }

    static String enums(int n) { log.setLength(0); Early e = n == 0 ? Early.X : Early.Y; return log.toString() + e + Early.f; }

    record Checked(int a) { static int made; Checked { made++; if (a < 0) throw new IllegalArgumentException("negative " + a); } }

    static String forName(int n) throws Exception {
        log.setLength(0);
        Class<?> c = Class.forName("Initialising$Named");
        note("found");
        Class<?> d = Class.forName("Initialising$Unnamed", false, Initialising.class.getClassLoader());
        note("loaded");
        try { Class.forName("no.such.Thing"); } catch (ClassNotFoundException e) { note(e.getMessage()); }
        return log.toString() + c.getName() + d.getSimpleName();
    }

    static class Named { static { note("Named"); } }
    static class Unnamed { static { note("Unnamed"); } }
}
