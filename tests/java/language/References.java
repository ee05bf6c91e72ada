import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.LongFunction;
import java.util.function.ObjIntConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/** Lambdas and method references of every kind the language has. */
public class References {
    interface Marker {}

    interface Named { default String name() { return "named"; } }

    interface Generic<T extends Comparable<T>> { T choose(T a, T b); }

    interface Strings extends Generic<String> { String choose(String a, String b); }

    static class Base {
        protected String who() { return "base"; }
        protected int add(int a) { return a + 1; }
    }

    static class Derived extends Base implements Cloneable {
        final int factor;
        Derived(int factor) { this.factor = factor; }
        protected String who() { return "derived"; }
        protected int add(int a) { return a * factor; }
        String parent() { Supplier<String> f = super::who; return f.get(); }
        int parentAdd(int a) { IntUnaryOperator f = super::add; IntUnaryOperator g = this::add; return f.andThen(g).applyAsInt(a); }
        private int hidden(int a) { return a - factor; }
        IntUnaryOperator reveal() { return this::hidden; }
        class Inner {
            final int value;
            Inner(int value) { this.value = value * factor; }
        }
        IntFunction<Inner> maker() { return Inner::new; }
    }

    static int sum(int... values) { int s = 0; for (int v : values) s += v; return s; }

    static String joined(String first, Object... rest) { return first + Arrays.toString(rest); }

    static long wide(long a) { return a * 3; }

    static double half(double a) { return a / 2; }

    static Integer boxed(Integer a) { return a + 1; }

    static void sink(Object[] out, int value) { out[0] = value; }

    static <T> T identity(T value) { return value; }

    static <T extends Number & Comparable<T>> T larger(T a, T b) { return a.compareTo(b) > 0 ? a : b; }

    static String superReference(int n) { return new Derived(n).parent() + new Derived(n).parentAdd(n); }

    static int privateReference(int n) { return new Derived(n).reveal().applyAsInt(100); }

    static int innerConstructor(int n) { return new Derived(n).maker().apply(7).value; }

    static int arrayConstructor(int n) {
        IntFunction<int[]> ints = int[]::new;
        Function<Integer, String[][]> strings = String[][]::new;
        return ints.apply(n).length * 10 + strings.apply(n + 1).length;
    }

    static int varargs(int n) {
        IntBinaryOperator two = References::sum;
        IntSupplier none = References::sum;
        IntUnaryOperator one = References::sum;
        ToIntFunction<int[]> array = References::sum;
        BiFunction<String, Integer, String> text = References::joined;
        return two.applyAsInt(n, 5) + none.getAsInt() + one.applyAsInt(n) + array.applyAsInt(new int[] {n, n}) + text.apply("x", n).length();
    }

    static String adapted(int n) {
        IntToLongFunction a = References::wide;
        ToLongFunction<Integer> b = References::wide;
        Function<Integer, Long> c = x -> References.wide(x);
        ToDoubleFunction<Integer> d = References::half;
        DoubleUnaryOperator e = References::half;
        LongFunction<Object> f = References::half;
        IntUnaryOperator g = References::boxed;
        IntFunction<Number> h = References::boxed;
        Function<Short, Object> i = References::half;
        ToDoubleFunction<Character> j = References::wide;
        return a.applyAsLong(n) + " " + b.applyAsLong(n) + " " + c.apply(n) + " " + d.applyAsDouble(n) + " " + e.applyAsDouble(n)
            + " " + f.apply(n) + " " + g.applyAsInt(n) + " " + h.apply(n) + " " + i.apply((short) n) + " " + j.applyAsDouble((char) ('a' + n));
    }

    static String discarded(int n) {
        List<Integer> list = new ArrayList<>();
        Consumer<Integer> c = list::add;
        c.accept(n);
        c.andThen(list::remove).accept(0);
        ObjIntConsumer<Object[]> s = References::sink;
        Object[] out = new Object[1];
        s.accept(out, n);
        return list + " " + out[0];
    }

    static String unboxingNull(int n) {
        ToIntFunction<Integer> f = Integer::intValue;
        Function<Integer, Integer> g = x -> x;
        IntUnaryOperator h = x -> n > 1 ? g.apply(null) : x;
        return "" + h.applyAsInt(n) + f.applyAsInt(n == 0 ? null : n);
    }

    static int serializable(int n) {
        IntUnaryOperator f = (IntUnaryOperator & Serializable) x -> x + n;
        return f.applyAsInt(4) + (f instanceof Serializable ? 100 : 0);
    }

    static String markers(int n) {
        Supplier<Integer> f = (Supplier<Integer> & Marker & Named) () -> n;
        return f.get() + ((Named) f).name() + (f instanceof Marker) + (f instanceof Serializable);
    }

    static String bridged(int n) {
        Strings f = (a, b) -> n > 0 ? a : b;
        Generic<String> g = f;
        Comparator<String> c = (Comparator<String> & Serializable) (a, b) -> b.compareTo(a);
        return f.choose("x", "y") + g.choose("p", "q") + c.compare("a", "b") + c.reversed().compare("a", "b");
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static String pollutedBridge(int n) {
        Generic g = (Strings) (a, b) -> a + b;
        return n > 0 ? "" + g.choose("x", "y") : "" + g.choose(1, 2);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static String polluted(int n) {
        Function f = (Function<String, Integer>) String::length;
        Function g = (Function<String, Integer>) s -> s == null ? -1 : s.length();
        ToIntFunction h = (ToIntFunction<Integer>) Integer::intValue;
        switch (n) {
            case 0: return "" + f.apply("abc");
            case 1: return "" + f.apply(5);
            case 2: return "" + g.apply(null);
            case 3: return "" + g.apply(new int[0]);
            default: return "" + h.applyAsInt("text");
        }
    }

    static String boundOnce(int n) {
        StringBuilder log = new StringBuilder();
        Supplier<String> text = make(log, n)::toString;
        log.append("made ");
        return log + text.get() + text.get();
    }

    private static Object make(StringBuilder log, int n) { log.append("evaluated "); return n > 1 ? null : "v" + n; }

    static String boundNull(int n) {
        String s = n > 0 ? "abc" : null;
        IntSupplier f = s::length;
        return "" + f.getAsInt();
    }

    static String unboundOfArray(int n) {
        Function<int[], Object> copy = int[]::clone;
        Function<int[], int[]> same = int[]::clone;
        int[] a = {n, 2};
        return ((int[]) copy.apply(a))[0] + " " + same.apply(a).length + (same.apply(a) == a);
    }

    static String generic(int n) {
        BinaryOperator<Integer> f = References::larger;
        UnaryOperator<String> g = References::identity;
        return f.apply(n, 3) + g.apply("t" + n);
    }

    static String captured(int n) {
        long l = n; double d = n / 2.0; float fl = n; char c = (char) ('a' + n); byte b = (byte) (n * 100); boolean z = n > 1; short s = (short) n;
        String t = "t"; int[] array = {n};
        Supplier<String> f = () -> l + " " + d + " " + fl + " " + c + " " + b + " " + z + " " + s + " " + t + " " + array[0];
        array[0]++;
        return f.get();
    }

    static int recursive(int n) {
        IntUnaryOperator[] f = new IntUnaryOperator[1];
        f[0] = x -> x <= 1 ? 1 : x * f[0].applyAsInt(x - 1);
        return f[0].applyAsInt(n + 3);
    }

    static String nested(int n) {
        Function<Integer, Function<Integer, Supplier<String>>> f = a -> b -> () -> a + ":" + b + ":" + n;
        return f.apply(1).apply(2).get();
    }

    static String composed(int n) {
        Predicate<String> p = String::isEmpty;
        Comparator<String> c = Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder());
        List<String> list = new ArrayList<>(List.of("bb", "a", "ccc", "dd", "c"));
        list.sort(c);
        IntPredicate even = x -> x % 2 == 0;
        return list + " " + p.negate().or(String::isBlank).test("" + n) + even.and(x -> x > 1).negate().test(n);
    }

    static String identities(int n) {
        Object a = (Runnable) References::nothing;
        Object[] seen = new Object[3];
        for (int i = 0; i < 3; i++) { Runnable r = () -> nothing(); seen[i] = r; }
        boolean again = seen[0] == seen[1] && seen[1] == seen[2];
        return again + " " + (a == seen[0]) + " " + a.equals(a) + seen[0].equals(a) + (seen[0].getClass() == seen[1].getClass()) + seen[0].getClass().isSynthetic();
    }

    static void nothing() {}

    static String thrownInside(int n) {
        IntUnaryOperator f = x -> { if (x > 1) throw new IllegalStateException("too many: " + x); return x; };
        try {
            return "" + f.applyAsInt(n);
        } catch (IllegalStateException e) {
            return e.getMessage() + Collections.emptyList();
        }
    }

    static String objectMethods(int n) {
        Supplier<Integer> s = () -> n;
        Function<Object, Class<?>> f = Object::getClass;
        Function<Object, String> g = Object::toString;
        Predicate<Object> p = "x"::equals;
        return f.apply("t").getName() + g.apply(n) + p.test("x") + s.equals(s) + s.equals(null);
    }

    static String interfaceStatic(int n) {
        Function<String, String> f = Function.identity();
        Comparator<Integer> c = Comparator.naturalOrder();
        BiFunction<Integer, Integer, Integer> m = Math::max;
        return f.apply("i") + c.compare(n, 2) + m.andThen(String::valueOf).apply(n, 2);
    }

    static int chosen(int n) {
        IntUnaryOperator f = n > 10 ? x -> x + 1 : n < 0 ? x -> -x : Math::abs;
        IntUnaryOperator g = n % 2 == 0 ? f : f.andThen(x -> x * 2);
        return g.applyAsInt(n);
    }
}
