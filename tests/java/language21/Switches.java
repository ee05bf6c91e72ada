import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Pattern switches of every kind: types, guards, null, records, sealed types, enums, strings, boxes, generics. */
public class Switches {
    sealed interface Shape permits Circle, Square, Group {}
    record Circle(double radius) implements Shape {}
    record Square(int side) implements Shape {}
    record Group(Shape first, List<Shape> rest) implements Shape {}

    enum Colour { RED, GREEN, BLUE { @Override String text() { return "blue!"; } }; String text() { return name(); } }
    enum Other implements Named { X, Y }
    sealed interface Named permits Other, Person {}
    record Person(String name, int age) implements Named {}
    record Pair<A, B>(A first, B second) {}
    record Numbers(byte b, short s, char c, long l, float f, double d, boolean z) {}
    sealed interface Expr<T> permits Lit, Plus, Not {}
    record Lit<T>(T value) implements Expr<T> {}
    record Plus(Expr<Integer> l, Expr<Integer> r) implements Expr<Integer> {}
    record Not(Expr<Boolean> e) implements Expr<Boolean> {}

    static Object value(int n) {
        return switch (n) {
            case 0 -> null;
            case 1 -> "one";
            case 2 -> 42;
            case 3 -> 'c';
            case 4 -> 5L;
            case 5 -> Colour.BLUE;
            case 6 -> new int[] {1, 2};
            case 7 -> new Pair<>("p", 3);
            case 8 -> List.of(1, 2);
            case 9 -> new Pair<>(new Pair<>(1, "x"), null);
            case 10 -> Other.Y;
            case 11 -> new Person("Ann", 30);
            case 12 -> (byte) 7;
            case 13 -> 2.5;
            case 14 -> "other";
            default -> new Object[] {n};
        };
    }

    static String types(int n) {
        return switch (value(n)) {
            case null -> "null";
            case String s when s.length() > 3 -> "long " + s;
            case String s -> s;
            case Integer i when i > 40 -> "big " + i;
            case Integer i -> "int";
            case Character c -> "char " + c;
            case Long l -> "long " + l;
            case Colour c -> c.text();
            case int[] a -> "ints " + a.length;
            case Pair(String a, Integer b) -> a + b;
            case Pair(Pair(Integer a, var b), var c) -> a + "" + b + c;
            case Pair<?, ?> p -> "pair";
            case List<?> l when l.size() == 2 -> "two";
            case Number k -> "number " + k.intValue();
            case Object[] a -> "array " + a[0];
            case Object o -> o.toString();
        };
    }

    static String withoutNull(int n) {
        Object o = value(n);
        return switch (o) { case String s -> s; case Colour c -> "colour"; default -> "rest"; };
    }

    static String nullDefault(int n) { return switch (value(n)) { case String s -> s; case null, default -> "rest"; }; }

    static String enums(int n) {
        Colour c = n % 4 == 3 ? null : Colour.values()[n % 4];
        return switch (c) {
            case RED -> "r";
            case Colour x when n > 4 -> "late " + x;
            case GREEN -> "g";
            case BLUE -> "b";
            case null -> "none";
        };
    }

    static String qualified(int n) {
        Named named = n % 3 == 0 ? Other.X : n % 3 == 1 ? Other.Y : new Person("P", n);
        return switch (named) {
            case Other.X -> "x";
            case Person(String name, int age) when age > 4 -> name + age;
            case Other.Y -> "y";
            case Person p -> p.name();
        };
    }

    static String strings(int n) {
        String s = n == 0 ? null : new String[] {"a", "b", "ab", "Aa", "BB", ""}[n % 6];
        return switch (s) {
            case "a", "b" -> "letter";
            case "Aa" -> "first";
            case "BB" -> "second";
            case null -> "null";
            case String t when t.isEmpty() -> "empty";
            case String t -> t;
        };
    }

    static String boxes(int n) {
        Integer i = n == 0 ? null : n;
        Character c = (char) ('a' + n);
        String s = switch (i) { case 1 -> "one"; case 2, 3 -> "few"; case Integer k when k > 6 -> "many"; case null -> "null"; case Integer k -> "some"; };
        return s + switch (c) { case 'a' -> 1; case 'c' -> 2; case Character d -> (int) d; };
    }

    static double area(Shape s) {
        return switch (s) {
            case Circle(double r) -> r * r * 3;
            case Square(var side) -> side * side;
            case Group(Circle(var r), var rest) when rest.isEmpty() -> r;
            case Group(var first, var rest) -> area(first) + rest.stream().mapToDouble(Switches::area).sum();
        };
    }

    static String areas(int n) { return area(new Circle(n)) + " " + area(new Square(n)) + " " + area(new Group(new Circle(n), List.of())) + " " + area(new Group(new Square(2), List.of(new Circle(1), new Square(n)))); }

    static String components(int n) {
        Object o = new Numbers((byte) n, (short) (n * 100), (char) ('a' + n), n * 10L, n / 2f, n / 4.0, n > 2);
        if (o instanceof Numbers(byte b, short s, char c, long l, float f, double d, boolean z) && b < 6) return b + " " + s + c + l + f + d + z;
        return o instanceof Numbers(var b, var s, var c, var l, var f, var d, var z) ? "" + z + d : "no";
    }

    static <T> Object eval(Expr<T> e) {
        return switch (e) {
            case Lit<T>(var v) -> v;
            case Plus(var l, var r) -> (Integer) eval(l) + (Integer) eval(r);
            case Not(Lit<Boolean>(var v)) -> !v;
            case Not(var inner) -> !(Boolean) eval(inner);
        };
    }

    static String expressions(int n) { return eval(new Plus(new Lit<>(n), new Plus(new Lit<>(2), new Lit<>(3)))) + "" + eval(new Not(new Not(new Lit<>(n > 3)))); }

    record Failing(int a) { @Override public int a() { if (a == 2) throw new IllegalStateException("accessor"); return a; } }

    static String accessors(int n) {
        try {
            Object o = new Failing(n);
            return switch (o) { case Failing(int a) when a > 4 -> "big"; case Failing(int a) -> "small" + a; default -> "other"; };
        } catch (MatchException e) {
            return e.getMessage() + e.getCause();
        }
    }

    static String statement(int n) {
        StringBuilder out = new StringBuilder();
        Object o = value(n);
        switch (o) {
            case String s when n > 5: out.append("late "); break;
            case Integer i: out.append("int "); break;
            case null: out.append("null"); break;
            default: out.append("rest");
        }
        for (Map.Entry<String, Integer> e : Map.of("k", n).entrySet()) out.append(e.getKey()).append(e.getValue());
        return out.toString();
    }

    static String yields(int n) {
        Supplier<String> s = () -> switch (value(n)) { case String t -> { try { yield t.substring(n - 1); } finally { n(); } } case null -> "nil"; default -> throw new IllegalArgumentException("n" + n); };
        try { return s.get(); } catch (IllegalArgumentException e) { return e.getMessage(); }
    }

    static void n() {}

    static String sequenced(int n) { var l = new java.util.ArrayList<>(List.of(1, 2, 3)); l.addFirst(n); return l.reversed() + " " + l.getLast() + l.removeFirst(); }
}
