import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/** Lambdas and method references of every kind, with boxing and widening. */
public class Functions {
    int base = 4;

    int plus(int a) { return base + a; }

    static int twice(int a) { return 2 * a; }

    static class Made {
        final int value;
        Made(int value) { this.value = value; }
        Made() { this(9); }
        int get() { return value; }
    }

    static int plain(int a) { IntUnaryOperator f = x -> x + 1; return f.applyAsInt(a); }

    static int capturing(int a, int b) { IntBinaryOperator f = (x, y) -> x * a - y * b; return f.applyAsInt(b, a); }

    static int staticReference(int a) { IntUnaryOperator f = Functions::twice; return f.andThen(x -> x + 3).applyAsInt(a); }

    static int boundReference(int a) { Functions self = new Functions(); IntUnaryOperator f = self::plus; self.base = 10; return f.applyAsInt(a); }

    static int unboundReference(int a) { ToIntFunction<Made> f = Made::get; return f.applyAsInt(new Made(a)); }

    static int constructor(int a) { IntFunction<Made> f = Made::new; Supplier<Made> g = Made::new; return f.apply(a).get() + g.get().get(); }

    static int boxing(int a) { Function<Integer, Integer> f = x -> x * 2; Function<Integer, Integer> g = f.compose(x -> x + 1); return g.apply(a); }

    static long widening(int a) { Function<Integer, Long> f = x -> (long) x; return f.apply(a) + 1L; }

    static int boxedReference(int a) { Function<Integer, Integer> f = Functions::twice; return f.apply(a); }

    static int sameLambda(int a) {
        Object first = null;
        int same = 0;
        for (int i = 0; i < 3; i++) {
            IntSupplier f = () -> 1;
            if (f == first) same++;
            first = f;
        }
        return same + a;
    }

    static int throwing(int a) { IntUnaryOperator f = x -> 10 / x; return f.applyAsInt(a); }

    static int nullReceiver(int a) { Functions self = a > 0 ? new Functions() : null; IntUnaryOperator f = self::plus; return f.applyAsInt(a); }
}
