import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.function.IntBinaryOperator;

/** Enums: values, valueOf, switches, bodies of constants, interfaces, initialisation. */
public class Enumerations {
    enum Plain { A, B, C }

    enum Operation implements IntBinaryOperator {
        PLUS("+") { public int applyAsInt(int a, int b) { return a + b; } },
        MINUS("-") { public int applyAsInt(int a, int b) { return a - b; } int priority() { return 5; } },
        TIMES("*") { public int applyAsInt(int a, int b) { return a * b; } };
        final String symbol;
        Operation(String symbol) { this.symbol = symbol; }
        int priority() { return ordinal(); }
        @Override public String toString() { return symbol; }
    }

    enum Counted {
        ONE, TWO;
        static int made = 10;
        static final Counted[] ALL = values();
        int number;
        { number = ordinal() + 7; }
    }

    enum Empty {}

    static String values(int n) {
        Plain[] all = Plain.values();
        Plain[] again = Plain.values();
        return Arrays.toString(all) + (all == again) + all[n % 3].name() + all.length + Empty.values().length;
    }

    static String valueOf(int n) {
        String[] names = {"A", "B", "D", "", null, "a"};
        return Plain.valueOf(names[n]).toString() + Enum.valueOf(Plain.class, names[n]).ordinal();
    }

    static String old(int n) {
        Plain p = n == 3 ? null : Plain.values()[n % 3];
        switch (p) {
            case A: return "a";
            case C: return "c";
            default: return "other";
        }
    }

    static String arrow(int n) {
        Operation o = Operation.values()[n % 3];
        int r = switch (o) { case PLUS -> 1; case MINUS -> { int k = n * 2; yield k; } case TIMES -> o.applyAsInt(n, n); };
        return o + " " + r + " " + o.priority() + o.name();
    }

    static String classes(int n) {
        Operation o = Operation.values()[n % 3];
        return o.getClass().getName() + " " + o.getDeclaringClass().getName() + " " + (o.getClass() == Operation.class)
            + o.getClass().isEnum() + o.getDeclaringClass().isEnum() + o.getClass().getSimpleName().length() + Arrays.toString(Operation.class.getEnumConstants())
            + o.getClass().isAnonymousClass();
    }

    static String compared(int n) {
        Plain p = Plain.values()[n % 3];
        return p.compareTo(Plain.B) + " " + p.equals(Plain.A) + (p == Plain.C) + (p.hashCode() == p.hashCode());
    }

    static String fields(int n) { return Counted.ALL.length + " " + Counted.made + Counted.values()[n % 2].number; }

    static String collections(int n) {
        EnumMap<Plain, Integer> map = new EnumMap<>(Plain.class);
        for (Plain p : Plain.values()) if (p.ordinal() != n) map.put(p, p.ordinal() * n);
        EnumSet<Plain> set = EnumSet.complementOf(EnumSet.of(Plain.values()[n % 3]));
        return map + " " + set + map.containsKey(Plain.B) + set.contains(Plain.A) + EnumSet.range(Plain.A, Plain.B) + EnumSet.allOf(Operation.class);
    }

    static String cast(int n) {
        Object o = Plain.values()[n % 3];
        return ((Enum<?>) o).name() + (o instanceof Comparable) + (o instanceof Plain p && p == Plain.B);
    }

    static String clones(int n) {
        Plain[] copy = Plain.values().clone();
        copy[0] = Plain.C;
        return copy[0] + "" + Plain.values()[0];
    }
}
