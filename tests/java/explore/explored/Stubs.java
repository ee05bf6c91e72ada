package explored;

import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.util.Comparator;
import java.util.Iterator;
import java.util.function.Function;
import java.util.function.Supplier;

/** Code that asks the objects it is given what they are: stubs are plain objects of classes of their own. */
public class Stubs {
    interface Source {
        int next();

        default int twice() {
            return next() + next();
        }
    }

    interface Kept extends Source, Serializable {}

    /** Asks for every kind of result. */
    interface Kinds {
        boolean flag(byte b, short s);

        byte octet(long wide, int after);

        char letter(double wide, char after);

        short brief();

        long wide();

        float single();

        double precise();

        int[] numbers();

        Source source();

        void nothing(Object o);
    }

    /** Methods of Object, declared again. */
    interface Copied extends Cloneable {
        Object clone();

        boolean equals(Object other);

        int hashCode();

        String toString();

        int id();
    }

    /** Fixes a type parameter: javac's classes have a bridge. */
    interface Words extends Supplier<String>, Comparable<Words> {}

    /** Inherits from types with arguments, and has none itself. */
    interface Phrases extends Words {}

    interface Named {
        Object name();
    }

    /** Narrows the result: the interface has a bridge itself. */
    interface Titled extends Named {
        @Override
        String name();
    }

    interface Generic {
        <T extends Comparable<T>> T largest(T first, T second);
    }

    public abstract static class Shown {
        public abstract String toString();

        protected abstract boolean isShown();

        abstract int rank();
    }

    static int serializable(Runnable task) {
        return task instanceof Serializable ? 1 : 2;
    }

    static int kept(Source source) {
        if (source instanceof Serializable) {
            return source.next() > 7 ? 1 : 2;
        }
        return source.twice() > 7 ? 3 : 4;
    }

    static int proxied(Runnable task) {
        return Proxy.isProxyClass(task.getClass()) ? 1 : 2;
    }

    static int named(Source source) {
        return source.getClass().getName().startsWith("jdk.proxy") ? 1 : 2;
    }

    static int defaults(Source source) {
        return source.twice() == 11 && source.next() == 4 ? 1 : 2;
    }

    static int kinds(Kinds kinds) {
        if (!kinds.flag((byte) 1, (short) 2) || kinds.octet(3L, 4) != -5 || kinds.letter(6.0, 'c') != 'x') {
            return 1;
        }
        if (kinds.brief() != -700 || kinds.wide() != 1L << 40 || kinds.single() != 0.5f || kinds.precise() != 1e100) {
            return 2;
        }
        kinds.nothing(kinds);
        int[] numbers = kinds.numbers();
        Source source = kinds.source();
        return numbers.length == 2 && numbers[1] == 9 && source.next() == 5 && source.next() == 6 ? 3 : 4;
    }

    static int copied(Copied copied) {
        Object copy = copied.clone();
        return copy == copied ? 1 : copied.equals(copy) ? 2 : copied.hashCode() == 77 ? 3 : 4;
    }

    static int onlyId(Copied copied) {
        return copied.id() == 3 ? 1 : 2;
    }

    static int words(Words words, Words other) {
        return words.get().length() == 2 ? words.compareTo(other) : -9;
    }

    static int phrases(Phrases phrases, Words words) {
        return phrases.get().length() == 2 ? phrases.compareTo(words) : -9;
    }

    static int titled(Titled titled) {
        Named named = titled;
        return named.name().equals("x") ? 1 : titled.name().length();
    }

    static int generic(Generic generic) {
        return generic.largest("a", "b").length() == 1 ? 1 : 2;
    }

    static int shown(Shown shown) {
        return shown.isShown() ? shown.rank() : -1;
    }

    static int text(Shown shown) {
        return shown.toString().length() == 3 ? 1 : 2;
    }

    static int compared(Comparator<String> order, Iterator<String> words) {
        int count = 0;
        while (words.hasNext()) {
            count += order.compare(words.next(), "m") > 0 ? 1 : 0;
            if (count == 2) {
                return 2;
            }
        }
        return 0;
    }

    static int composed(Function<Integer, Integer> first, Function<Integer, Integer> second) {
        return first.andThen(second).apply(3) == 5 ? 1 : 2;
    }

    static boolean together(Source first, Source second) {
        return first != second && first.next() == 1 && second.next() == 2;
    }

    interface Link {
        Link next();
    }

    public abstract static class Cell {
        final boolean last = after(0) == this;

        abstract Cell after(int steps);
    }

    /** An answer may be the object that gives it. */
    static int ring(Link link) {
        Link next = link.next();
        return next == link ? 1 : next == null ? 2 : 3;
    }

    static int cells(Cell cell) {
        return cell.last ? 1 : cell.after(1) == cell ? 2 : 3;
    }

    static final class Holder {
        Object held;
        int seen;
    }

    /** What the order answered goes for one object no more. */
    static int ranked(Holder a, Holder b, Comparator<Object> order) {
        if (order.compare(a.held, b.held) >= 0) {
            return 3;
        }
        a.seen = 1;
        b.seen += 1;
        return a.seen == 2 ? 1 : 2;
    }
}
