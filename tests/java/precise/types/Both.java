package types;

import java.util.List;

/** Values that are of several types at once. */
public class Both {
    public interface A {
        int a();
    }

    public interface B {
        int b();
    }

    public interface C extends A {
        int c();
    }

    public abstract static class Base {
        public abstract int base();
    }

    /** Its constructor takes an argument and may throw. */
    public abstract static class Sized {
        private final int size;

        protected Sized(int size) {
            if (size < 0) {
                throw new IllegalArgumentException("size");
            }
            this.size = size;
        }

        public int size() {
            return size;
        }
    }

    // goal: branches
    public static <T extends A & B> int variable(T t) {
        if (t.a() > 5) {
            return t.b() > 7 ? 1 : 2;
        }
        return 3;
    }

    // goal: branches
    public static int cast(A a) {
        if (a.a() == 3) {
            B b = (B) a; // finds: EP005
            return b.b() > 2 ? 1 : 2;
        }
        return 3;
    }

    // goal: branches
    public static int test(A a) {
        if (a instanceof B) {
            return ((B) a).b() > 2 ? 1 : 2;
        }
        return 3;
    }

    // goal: branches
    public static <T extends Comparable<T> & Runnable> int mixed(T t, T u) {
        t.run();
        return t.compareTo(u) > 0 ? 1 : 2;
    }

    // goal: branches
    public static int close(Runnable r) throws Exception {
        r.run();
        if (r instanceof AutoCloseable) {
            ((AutoCloseable) r).close();
            return 1;
        }
        return 2;
    }

    // goal: branches
    public static int three(A a) {
        int found = 0;
        if (a instanceof B) {
            found++;
        }
        if (a instanceof Comparable) {
            found += 2;
        }
        if (a instanceof C) {
            found += 4;
        }
        return found;
    }

    // goal: branches
    public static <T extends Base & B> int subclass(T t) {
        return t.base() > 1 && t.b() > 2 ? 1 : 2;
    }

    // goal: branches
    public static <T extends Sized & B> int sized(T t) {
        return t.size() > 3 && t.b() > 2 ? 1 : 2;
    }

    // goal: branches
    public static int anything(Object o) {
        if (o instanceof A && o instanceof B) {
            return ((A) o).a() > ((B) o).b() ? 1 : 2;
        }
        return 0;
    }
}
