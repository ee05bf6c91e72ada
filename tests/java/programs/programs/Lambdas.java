package programs;

import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.function.*;

/** Lambdas as arguments: each method gives one of several implementations of its result type, by number. */
public final class Lambdas {
    private Lambdas() {}

    private static Object changed(int k, Object x) {
        switch (k & 3) {
            case 0:
                return x;
            case 1:
                return String.valueOf(x);
            case 2:
                return String.valueOf(x).length();
            default:
                return x instanceof Integer ? (Object) ((Integer) x + k) : x + "'";
        }
    }

    private static boolean holds(int k, Object x) {
        return (k & 3) == 0 || (k & 3) != 3 && String.valueOf(x).length() % 2 == (k & 1);
    }

    private static Object joined(int k, Object x, Object y) {
        switch (k & 3) {
            case 0:
                return x;
            case 1:
                return y;
            case 2:
                return x instanceof Integer && y instanceof Integer ? (Object) ((Integer) x + (Integer) y) : "" + x + y;
            default:
                return x == null ? y : null;
        }
    }

    private static int order(int k, Object x, Object y) {
        String a = String.valueOf(x), b = String.valueOf(y);
        return (k & 1) == 0 ? a.compareTo(b) : Integer.compare(b.length(), a.length());
    }

    public static Function<Object, Object> function(int k) { return x -> changed(k, x); }
    public static BiFunction<Object, Object, Object> biFunction(int k) { return (x, y) -> joined(k, x, y); }
    public static UnaryOperator<Object> unary(int k) { return x -> changed(k & 1, x); }
    public static BinaryOperator<Object> binary(int k) { return (x, y) -> joined(k, x, y); }
    public static Predicate<Object> predicate(int k) { return x -> holds(k, x); }
    public static BiPredicate<Object, Object> biPredicate(int k) { return (x, y) -> order(k, x, y) >= (k & 1); }
    public static Supplier<Object> supplier(int k) { return () -> changed(k, k); }
    public static Consumer<Object> consumer(int k) {
        StringBuilder seen = new StringBuilder();
        return x -> seen.append(x).append(k);
    }
    public static BiConsumer<Object, Object> biConsumer(int k) {
        StringBuilder seen = new StringBuilder();
        return (x, y) -> seen.append(x).append(k).append(y);
    }
    public static Comparator<Object> comparator(int k) { return (x, y) -> order(k, x, y); }
    public static Runnable runnable(int k) {
        int[] count = {k};
        return () -> count[0]++;
    }
    public static Callable<Object> callable(int k) { return () -> changed(k, "called"); }

    public static IntFunction<Object> intFunction(int k) { return x -> changed(k, x); }
    public static LongFunction<Object> longFunction(int k) { return x -> changed(k, x); }
    public static DoubleFunction<Object> doubleFunction(int k) { return x -> changed(k, x); }
    public static ToIntFunction<Object> toInt(int k) { return x -> String.valueOf(x).length() + k; }
    public static ToLongFunction<Object> toLong(int k) { return x -> (long) String.valueOf(x).length() * k; }
    public static ToDoubleFunction<Object> toDouble(int k) { return x -> String.valueOf(x).length() / (k + 0.5); }
    public static ToIntBiFunction<Object, Object> toIntBi(int k) { return (x, y) -> order(k, x, y); }
    public static ToLongBiFunction<Object, Object> toLongBi(int k) { return (x, y) -> order(k, x, y); }
    public static ToDoubleBiFunction<Object, Object> toDoubleBi(int k) { return (x, y) -> order(k, x, y); }
    public static IntPredicate intPredicate(int k) { return x -> (x & 3) != (k & 3); }
    public static LongPredicate longPredicate(int k) { return x -> (x & 3) != (k & 3); }
    public static DoublePredicate doublePredicate(int k) { return x -> x > k; }
    public static IntUnaryOperator intUnary(int k) { return x -> x * 31 + k; }
    public static LongUnaryOperator longUnary(int k) { return x -> x ^ k; }
    public static DoubleUnaryOperator doubleUnary(int k) { return x -> x / k; }
    public static IntBinaryOperator intBinary(int k) { return (x, y) -> x * k - y; }
    public static LongBinaryOperator longBinary(int k) { return (x, y) -> x + y; }
    public static DoubleBinaryOperator doubleBinary(int k) { return (x, y) -> x + y * k; }
    public static IntSupplier intSupplier(int k) { return () -> k; }
    public static LongSupplier longSupplier(int k) { return () -> k * 3L; }
    public static DoubleSupplier doubleSupplier(int k) { return () -> k / 3.0; }
    public static BooleanSupplier booleanSupplier(int k) { return () -> (k & 1) == 0; }
    public static IntConsumer intConsumer(int k) {
        int[] sum = {k};
        return x -> sum[0] += x;
    }
    public static LongConsumer longConsumer(int k) {
        long[] sum = {k};
        return x -> sum[0] += x;
    }
    public static DoubleConsumer doubleConsumer(int k) {
        double[] sum = {k};
        return x -> sum[0] += x;
    }
    public static ObjIntConsumer<Object> objInt(int k) {
        StringBuilder seen = new StringBuilder();
        return (x, y) -> seen.append(x).append(y);
    }
    public static ObjLongConsumer<Object> objLong(int k) {
        StringBuilder seen = new StringBuilder();
        return (x, y) -> seen.append(x).append(y);
    }
    public static ObjDoubleConsumer<Object> objDouble(int k) {
        StringBuilder seen = new StringBuilder();
        return (x, y) -> seen.append(x).append(y);
    }
    public static IntToLongFunction intToLong(int k) { return x -> (long) x << 33; }
    public static IntToDoubleFunction intToDouble(int k) { return x -> x / 7.0; }
    public static LongToIntFunction longToInt(int k) { return x -> (int) (x >> 3); }
    public static LongToDoubleFunction longToDouble(int k) { return x -> x * 0.1; }
    public static DoubleToIntFunction doubleToInt(int k) { return x -> (int) x; }
    public static DoubleToLongFunction doubleToLong(int k) { return x -> (long) (x * k); }

    public static com.google.common.base.Function<Object, Object> guavaFunction(int k) { return x -> changed(k, x); }
    public static com.google.common.base.Predicate<Object> guavaPredicate(int k) { return x -> holds(k, x); }
    public static com.google.common.base.Supplier<Object> guavaSupplier(int k) { return () -> changed(k, k); }

    public static org.apache.commons.collections4.Transformer<Object, Object> transformer(int k) {
        return x -> changed(k, x);
    }
    public static org.apache.commons.collections4.Predicate<Object> collectionsPredicate(int k) {
        return x -> holds(k, x);
    }
    public static org.apache.commons.collections4.Factory<Object> factory(int k) { return () -> changed(k, k); }
    public static org.apache.commons.collections4.Closure<Object> closure(int k) {
        StringBuilder seen = new StringBuilder();
        return x -> seen.append(x).append(k);
    }
    public static org.apache.commons.collections4.Equator<Object> equator(int k) {
        return new org.apache.commons.collections4.Equator<Object>() {
            @Override
            public boolean equate(Object x, Object y) {
                return order(k, x, y) == 0;
            }

            @Override
            public int hash(Object x) {
                return String.valueOf(x).length() * 31 + k;
            }
        };
    }

    public static java.time.temporal.TemporalAdjuster adjuster(int k) {
        return each -> each.plus(k, java.time.temporal.ChronoUnit.DAYS);
    }
    public static java.time.temporal.TemporalQuery<Object> query(int k) { return each -> each.toString().length() + k; }

    /** A collection of Java's own, by number, with these elements. */
    public static java.util.ArrayList<Object> list(Object[] elements) {
        return new java.util.ArrayList<>(Arrays.asList(elements));
    }
}
