package everypath.sweep;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Sequences by the class of the value that they make. Live objects are never kept: a sequence is run again. */
final class Pool {
    private static final int PER_CLASS = 24;

    /** What counts as much as one statement more. */
    private static final double COST_OF_STATEMENT = 20;

    /**
     * A sequence in the pool.
     *
     * @param type the type that its last operation declares, with type arguments
     * @param home see {@link Homes}
     * @param effort what it takes to run it: statements, and their cost
     */
    record Entry(Sequence sequence, KnownType type, String home, double effort) {
        static Entry of(Sequence sequence, KnownType type) {
            double effort = 0;
            for (Statement each : sequence.statements()) {
                effort += each.isConstant() ? 0.2 : 1 + each.operation().meanCost() / COST_OF_STATEMENT;
            }
            return new Entry(sequence, type, sequence.home(), effort);
        }
    }

    private final RandomSource random;
    private final Map<Class<?>, List<Entry>> entries = new HashMap<>();
    private final List<Class<?>> classes = new ArrayList<>();

    /** The classes that fit a type, for types that were asked for. */
    private final Map<Class<?>, List<Class<?>>> fitting = new HashMap<>();
    private final List<Class<?>> asked = new ArrayList<>();

    Pool(RandomSource random) {
        this.random = random;
    }

    /** Whether a sequence for a value of this class would be taken. */
    boolean wants(Class<?> type, boolean valuable) {
        List<Entry> own = entries.get(type);
        return own == null || own.size() < PER_CLASS || valuable || random.oneIn(100);
    }

    void add(Class<?> type, Entry entry, boolean valuable) {
        List<Entry> own = entries.get(type);
        if (own == null) {
            own = new ArrayList<>();
            entries.put(type, own);
            classes.add(type);
            for (Class<?> each : asked) {
                if (each.isAssignableFrom(type)) {
                    fitting.get(each).add(type);
                }
            }
        }
        if (own.size() < PER_CLASS) {
            own.add(entry);
        } else if (valuable || random.oneIn(50)) {
            own.set(random.below(PER_CLASS), entry);
        }
    }

    /** Whether there is a value that fits a type. */
    boolean has(Class<?> type) {
        return !fitting(type).isEmpty();
    }

    private List<Class<?>> fitting(Class<?> type) {
        List<Class<?>> result = fitting.get(type);
        if (result == null) {
            result = new ArrayList<>();
            for (Class<?> each : classes) {
                if (type.isAssignableFrom(each)) {
                    result.add(each);
                }
            }
            fitting.put(type, result);
            asked.add(type);
        }
        return result;
    }

    /** An entry that fits a type and can be used in a package, rather a short one; null where none was found. */
    Entry pick(KnownType type, String here) {
        List<Class<?>> from = fitting(type.raw());
        for (int tries = from.isEmpty() ? 0 : 4; tries > 0; tries--) {
            Class<?> made = from.get(random.below(from.size()));
            List<Entry> own = entries.get(made);
            Entry one = own.get(random.below(own.size()));
            Entry other = own.get(random.below(own.size()));
            if (other.effort < one.effort && random.below(3) > 0) {
                one = other;
            }
            if (Homes.isNameable(one.home, here) && type.mayHold(one.type) && type.mayHold(KnownType.of(made))) {
                return one;
            }
        }
        return null;
    }
}
