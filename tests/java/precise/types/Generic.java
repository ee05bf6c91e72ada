package types;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/** Places whose type arguments say which objects callers can pass. */
public class Generic {
    public static final class Stamp {
        final long time;

        public Stamp(long time) {
            this.time = time;
        }
    }

    public static final class StampSupplier implements Supplier<Stamp> {
        private final long time;

        public StampSupplier(long time) {
            this.time = time;
        }

        @Override
        public Stamp get() {
            return new Stamp(time);
        }
    }

    public static final class ByTime implements Comparator<Stamp> {
        @Override
        public int compare(Stamp a, Stamp b) {
            return Long.compare(a.time, b.time);
        }
    }

    public static class Holder<T> {
        protected T value;

        protected Holder(T value) {
            this.value = value;
        }

        public T get() {
            return value;
        }
    }

    public static class NameHolder extends Holder<String> {
        public NameHolder(String name) {
            super(name);
        }
    }

    public static class StampHolder extends Holder<Stamp> {
        public StampHolder(Stamp stamp) {
            super(stamp);
        }
    }

    public static class Box<E> {
        private final E item;

        private Box(E item) {
            this.item = item;
        }

        public static <T> Box<T> of(T item) {
            return new Box<>(item);
        }

        public static Box<Stamp> stamped(long time) {
            return new Box<>(new Stamp(time));
        }

        public E item() {
            return item;
        }
    }

    // goal: branches
    public static int supplied(Supplier<Integer> s) {
        return s.get() > 5 ? 1 : 2;
    }

    // goal: branches
    public static int byTime(Comparator<? super Stamp> c, Stamp a, Stamp b) {
        return c.compare(a, b) > 0 ? 1 : 2;
    }

    // goal: branches
    public static int strings(Comparator<String> c, String a, String b) {
        return c.compare(a, b) > 0 ? 1 : 2;
    }

    // goal: branches
    public static int apply(Function<String, Stamp> f, String s) {
        return f.apply(s).time > 5 ? 1 : 2;
    }

    // goal: branches
    public static int both(BiFunction<Integer, ? super String, ? extends Number> f) {
        return f.apply(3, "x").intValue() > 4 ? 1 : 2;
    }

    // goal: branches
    public static int nested(Map<String, List<Stamp>> m, String k) {
        List<Stamp> list = m.get(k);
        return list != null && list.get(0).time > 10 ? 1 : 2;
    }

    // goal: branches
    public static boolean late(Holder<Stamp> h) {
        return h.get().time > 10;
    }

    // goal: branches
    public static boolean isLong(Holder<String> h) {
        return h.get().length() > 10;
    }

    // goal: branches
    public static int present(Optional<Stamp> o) {
        return o.isPresent() && o.get().time > 3 ? 1 : 2;
    }

    // goal: branches
    public static int boxed(Box<Integer> b) {
        return b.item() > 4 ? 1 : 2;
    }

    // goal: branches
    public static int boxes(List<Box<String>> boxes) {
        for (Box<String> each : boxes) {
            if (each.item().isEmpty()) {
                return 1;
            }
        }
        return 2;
    }

    // goal: branches
    public static <T extends Number> int sum(List<T> numbers, Comparator<T> c) {
        int sum = 0;
        for (T each : numbers) {
            sum += each.intValue();
        }
        return sum > 10 && c.compare(numbers.get(0), numbers.get(numbers.size() - 1)) > 0 ? 1 : 2;
    }
}
