import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntSupplier;

/** Nested, inner, local and anonymous classes; interfaces with default, static and private methods; bridges. */
public class Nested {
    private int secret = 3;
    private static int counter = 100;

    private int reveal(int a) { return secret * a; }

    private static String hidden(String s) { return "<" + s + ">"; }

    class Inner {
        private int own = Nested.this.secret + 1;
        int secret = 50;
        int both() { return Nested.this.secret + this.secret + own + reveal(2); }
        class Deep {
            int all() { secret++; Nested.this.secret += 10; counter++; own -= 2; return Inner.this.secret * 1000 + Nested.this.secret + own; }
        }
    }

    static class Holder {
        private int value;
        private Holder(int value) { this.value = value; }
        private Holder() { this(counter); }
        private static int twice(int a) { return 2 * a; }
    }

    interface Shape {
        double area();
        default String text() { return prefix() + area(); }
        private String prefix() { return name() + "="; }
        static String name() { return "shape"; }
    }

    interface Left { default String side() { return "left"; } }
    interface Right { default String side() { return "right"; } }
    interface LeftAgain extends Left { default String side() { return "again " + Left.super.side(); } }

    static class Both implements Left, Right { public String side() { return Left.super.side() + "+" + Right.super.side(); } }
    static class Diamond implements Left, LeftAgain {}

    abstract static class Animal<T> {
        abstract T make(int n);
        Object raw(int n) { return make(n); }
        public int compare(T a, T b) { return -1; }
    }

    static class Dog extends Animal<String> {
        @Override String make(int n) { return "dog" + n; }
        @Override public int compare(String a, String b) { return a.length() - b.length(); }
    }

    static class Covariant implements Cloneable {
        int x;
        @Override public Covariant clone() throws CloneNotSupportedException { Covariant c = (Covariant) super.clone(); c.x++; return c; }
    }

    static String inner(int n) {
        Nested outer = new Nested();
        Nested.Inner inner = outer.new Inner();
        Nested.Inner.Deep deep = inner.new Deep();
        outer.secret = n;
        return inner.both() + " " + deep.all() + " " + deep.all() + " " + outer.secret + " " + inner.own;
    }

    static String privateMembers(int n) {
        Holder h = new Holder();
        h.value += n;
        h.value++;
        return h.value - counter + " " + new Holder(n).value + " " + Holder.twice(n) + hidden("p") + new Nested().reveal(n);
    }

    static String innerOfNull(int n) {
        Nested outer = n > 0 ? new Nested() : null;
        return "" + outer.new Inner().both();
    }

    static String local(int n) {
        int base = n * 2;
        class Adder {
            final int by;
            Adder(int by) { this.by = by; }
            int add(int a) { return a + by + base; }
            Adder next() { return new Adder(by + 1); }
        }
        record Pair(int a, int b) { int sum() { return a + b; } }
        enum Mode { ON, OFF }
        interface Doubler { int twice(int a); }
        Doubler d = a -> 2 * a;
        return new Adder(n).next().add(1) + " " + new Pair(n, 2).sum() + Mode.values()[n % 2] + d.twice(n);
    }

    static String anonymous(int n) {
        List<IntSupplier> suppliers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int k = i;
            suppliers.add(new IntSupplier() {
                int calls = n;
                public int getAsInt() { return k * 10 + calls++; }
            });
        }
        StringBuilder out = new StringBuilder();
        for (IntSupplier s : suppliers) out.append(s.getAsInt()).append(s.getAsInt()).append(',');
        return out.toString();
    }

    static String anonymousWithArguments(int n) {
        Holder h = new Holder(n) { { counter++; } @Override public String toString() { return "anon" + n; } };
        return h + " " + h.getClass().isAnonymousClass() + h.getClass().getSimpleName().isEmpty();
    }

    static String shapes(int n) {
        Shape square = () -> n * n;
        Shape other = new Shape() {
            public double area() { return 1.5; }
            public String text() { return "own " + Shape.super.text(); }
        };
        return square.text() + " " + other.text();
    }

    static String defaults(int n) { return new Both().side() + " " + new Diamond().side() + " " + ((Left) new Diamond()).side(); }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static String bridges(int n) {
        Animal animal = new Dog();
        String s = animal.raw(n) + "" + animal.make(1);
        if (n == 2) return s + animal.compare("a", "bcd");
        if (n == 3) return s + animal.compare("a", 5);
        return s;
    }

    static String clones(int n) throws CloneNotSupportedException {
        Covariant c = new Covariant();
        c.x = n;
        Covariant d = c.clone();
        return c.x + " " + d.x + (c == d) + d.getClass().getSimpleName();
    }

    static String notCloneable(int n) {
        class Plain { Object copy() throws CloneNotSupportedException { return super.clone(); } }
        try {
            return "" + new Plain().copy();
        } catch (CloneNotSupportedException e) {
            return e.getMessage();
        }
    }

    static class Range implements Iterable<Integer> {
        final int to;
        Range(int to) { this.to = to; }
        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                int at;
                public boolean hasNext() { return at < to; }
                public Integer next() { return at++; }
            };
        }
    }

    static int iterated(int n) { int s = 0; for (int v : new Range(n)) s += v; return s; }

    static class First {
        final String seen;
        First() { seen = name(); }
        String name() { return "first"; }
    }

    static class Second extends First {
        String own = "set";
        final String fixed = "fixed";
        @Override String name() { return own + fixed; }
    }

    static String overriddenInConstructor(int n) { return new Second().seen + new Second().name(); }

    static class Shadowed extends Nested { private int secret = 9; int read() { return secret + ((Nested) this).secret; } }

    static String shadowed(int n) { Shadowed s = new Shadowed(); ((Nested) s).secret = n; return s.read() + "" + s.secret; }

    static String overloads(int n) { return pick(n) + pick((long) n) + pick((Integer) n) + pick((Object) n) + pick('c') + pick((short) n) + pick(n, n) + pick("s"); }

    static String pick(long a) { return "long"; }
    static String pick(double a) { return "double"; }
    static String pick(Object a) { return "object"; }
    static String pick(Integer a) { return "integer"; }
    static String pick(int... a) { return "many"; }
}
