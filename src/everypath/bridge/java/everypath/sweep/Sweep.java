package everypath.sweep;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

import everypath.bridge.StaticHeap;
import everypath.bridge.Target;
import everypath.bridge.TargetLoader;
import everypath.bridge.Trusted;

/**
 * The sweep: makes sequences of calls of the classes under test, runs them, keeps those that pass a goal that none
 * passed before, and builds the next ones from the values that earlier ones made (feedback-directed random testing,
 * Pacheco et al., ICSE 2007).
 */
final class Sweep {
    private static final int MOST_BETWEEN_WEIGHINGS = 2000;
    private static final int FIRST_WEIGHED = 32;
    private static final long NANOS_BETWEEN_WEIGHINGS = 300_000_000L;
    /** One of so many objects that stubs are handed is used where others of its class are known. */
    private static final int ONE_HANDED_OF = 8;

    private static final int MOST_POOLED = 12;

    /** What a statement costs beside its operation. */
    private static final double COST_OF_STATEMENT = 2;

    private static final int RECENT = 50;

    /** Sequences that cost more are not extended. */
    private static final double MOST_COST = 2000;

    private static final Class<?>[] TYPES = {
        Object.class, String.class, int.class, Integer.class, long.class, boolean.class, Double.class, List.class,
        ArrayList.class, java.util.Map.class, java.util.HashMap.class, Set.class, int[].class, String[].class,
        Object[].class, java.util.Date.class, java.math.BigDecimal.class, java.math.BigInteger.class,
        java.util.UUID.class, java.net.URI.class, java.util.Locale.class, Thread.State.class, java.util.EnumMap.class,
        java.util.Optional.class, java.util.Iterator.class, byte[].class, char.class, Runnable.class, Number.class,
        java.util.Calendar.class, java.util.TreeMap.class, java.util.EnumSet.class, Class.class, StringBuilder.class
    };

    /**
     * A sequence that passed goals which none passed before; its last statement is the call under test.
     *
     * @param passed all goals that it passes
     * @param given whether it was sent, and not made here
     * @param changesFiles whether it changes files, so that no test can show it
     */
    record Kept(
            Sequence sequence,
            int[] goals,
            BitSet passed,
            String exception,
            double cost,
            boolean given,
            boolean changesFiles) {}

    /** A kept sequence that may be varied, with its last operation of a class under test and its package. */
    private record Seed(Sequence sequence, Operation operation, String home, double cost) {}

    final RandomSource random;
    final Literals literals;
    final Execution execution;
    final TargetLoader loader;
    final Goals goals;
    final Catalogue catalogue;
    final Pool pool;

    private final TargetClasses classes;
    private final Choice choice;
    private final Shortening shortening;
    private final SequenceBuilder builder;
    private final Approach approach;
    private final Shares shares = new Shares();
    private final StaticChanges changes;
    private final List<String> names;
    private final List<Class<?>> types = new ArrayList<>();
    private final boolean clocked;
    private Supplier<Sequence> given;
    private boolean isGiven;
    private final List<Kept> kept = new ArrayList<>();
    private final List<Seed> seeds = new ArrayList<>();
    private int looked;
    private Operation last;
    private long sequences;
    private long weighAt;
    private long weighed;
    private long contained;
    private long stopped;

    /**
     * A sweep over classes.
     *
     * @param names dotted names of the classes under test
     * @param banned keys of operations that must not be run
     * @param clocked whether time decides: else two sweeps with one seed do the same
     */
    Sweep(
            Target target,
            Trusted trusted,
            List<String> names,
            Set<String> banned,
            long seed,
            Execution execution,
            boolean clocked) {
        this.names = names;
        this.execution = execution;
        this.clocked = clocked;
        random = new RandomSource(seed);
        literals = new Literals(random);
        loader = target.loaderForSweep();
        execution.use(new StaticHeap(target, loader, Thread.currentThread(), new HashMap<>()));
        Set<String> wanted = Set.copyOf(names);
        goals = new Goals(target, trusted, wanted, random);
        classes = new TargetClasses(target, loader, goals, wanted);
        catalogue = new Catalogue(target, classes, trusted, loader, banned);
        pool = new Pool(random);
        choice = new Choice(classes, catalogue, goals, random);
        shortening = new Shortening(execution, goals);
        changes = new StaticChanges(random);
        builder = new SequenceBuilder(this);
        approach = new Approach(goals.frontier(), new Mutation(this, builder), builder);
    }

    /** Runs sequences until so many operations were run, or so much time has passed, or the JVM is worn. */
    void run(long nanos, long calls) {
        long until = System.nanoTime() + nanos;
        long end = execution.calls() + calls;
        Thread.currentThread().setContextClassLoader(loader);
        while (!execution.isWorn() && execution.calls() < end && System.nanoTime() < until) {
            step();
        }
        execution.restore();
    }

    /** Where sequences come from that are to be run soon; it gives null while there is none. */
    void take(Supplier<Sequence> source) {
        given = source;
    }

    private void step() {
        weigh();
        Sequence ready = sequences % 2 == 0 ? given.get() : null;
        sequences++;
        Shares.Kind kind = ready == null && looked == names.size() ? shares.next() : Shares.Kind.NEW;
        OpenSide side = kind == Shares.Kind.NEARER ? goals.frontier().choose() : null;
        Seed seed = kind == Shares.Kind.VARIED ? seed() : null;
        Operation operation = ready == null && side == null && seed == null ? chosen() : null;
        if (operation == null && ready == null && side == null && seed == null) {
            return;
        }
        last = operation;
        isGiven = ready != null;
        execution.begin();
        approach.begin();
        boolean whole = false;
        try {
            if (side != null) {
                literals.use(classes.constantsFor(side.last().owner));
                approach.run(side);
            } else {
                build(ready, seed, operation);
            }
            whole = true;
        } catch (SequenceBuilder.Dead e) {
            // it threw or was stopped, or there is no way to make an argument
        } catch (LinkageError | RuntimeException | VirtualMachineError e) {
            // reflection needs a class that is missing, or memory ran out here
        }
        boolean contained = !execution.end();
        boolean changesFiles = execution.changedFiles();
        boolean changesStatics = execution.changedStatics();
        goals.discard();
        boolean gained = gains(!changesFiles);
        if (last != null) {
            last.fruitless = gained ? 0 : last.fruitless + 1;
        }
        changes.end(gained && !contained);
        double cost = builder.cost() + COST_OF_STATEMENT * builder.statements().size();
        if (contained) {
            approach.forget(cost);
            forget();
        } else {
            approach.end(cost);
            if (whole && changesStatics && !changesFiles) {
                changes.note(builder.statements());
            }
            finish(whole, gained, changesFiles);
        }
        if (ready == null) {
            Shares.Kind made = side != null || seed != null ? kind : Shares.Kind.NEW;
            shares.spend(kind, made, cost, contained || !gained ? 0 : builder.gained());
        }
    }

    /** Runs a sequence that is ready, or varies a kept one, or makes one for an operation. */
    private void build(Sequence ready, Seed seed, Operation operation) throws SequenceBuilder.Dead {
        if (ready != null) {
            builder.begin(ready.home() == null ? "" : ready.home());
            builder.append(ready);
            return;
        } else if (seed != null) {
            begin(seed);
            builder.vary(seed.sequence);
        } else {
            begin(operation);
            changes.before(operation, builder);
            builder.call(operation, -1, 0);
        }
        extend();
    }

    /** A kept sequence to vary, rather a recent one that costs little; null where none was found. */
    private Seed seed() {
        int count = seeds.size();
        for (int tries = count == 0 ? 0 : 3; tries > 0; tries--) {
            int at = random.coin() ? random.below(count) : count - 1 - random.below(Math.min(count, RECENT));
            if (seeds.get(at).cost < MOST_COST) {
                return seeds.get(at);
            }
        }
        return null;
    }

    private void begin(Seed seed) {
        last = seed.operation;
        builder.begin(seed.home);
        literals.use(classes.constantsFor(seed.operation.owner));
    }

    /** Whether the last sequence passed open goals; if no test can show it, such that no like sequence passed. */
    private boolean gains(boolean isTestable) {
        for (SequenceBuilder.Gain each : builder.gains()) {
            if (isTestable || !goals.areUntestable(each.goals())) {
                return true;
            }
        }
        return false;
    }

    /** Drops a sequence that met a sink. */
    private void forget() {
        for (SequenceBuilder.Gain each : builder.gains()) {
            goals.reopen(each.goals());
        }
        List<Statement> statements = builder.statements();
        for (int i = statements.size() - 1; i >= 0 && !builder.isEnded(); i--) {
            if (!statements.get(i).isConstant()) {
                dropped(statements.get(i).operation(), Execution.End.CONTAINED);
                return;
            }
        }
    }

    private void begin(Operation operation) {
        String own = operation.owner.getModule().isNamed() ? "" : operation.owner.getPackageName();
        builder.begin(operation.home == null ? own : operation.home);
        literals.use(classes.constantsFor(operation.owner));
    }

    /** The next operation: one of a class that was not called yet, as long as there is one. */
    private Operation chosen() {
        while (looked < names.size()) {
            List<Operation> own = catalogue.of(classOf(names.get(looked++)));
            if (!own.isEmpty()) {
                Operation operation = own.get(random.below(own.size()));
                return operation.banned ? choice.next() : operation;
            }
        }
        return choice.next();
    }

    private TargetClasses.Known classOf(String name) {
        TargetClasses.Known known = classes.known(name);
        if (known == null) {
            boolean before = execution.bracket(true);
            known = classes.look(name);
            literals.add(known.constants());
            if (known.type() != null && catalogue.homes().of(known.type()) != Homes.NOWHERE) {
                types.add(known.type());
            }
            catalogue.of(known);
            execution.bracket(before);
        }
        return known;
    }

    // ---- what is found by reflection, within the bridge's bracket

    List<Operation> makers(Class<?> type) {
        boolean before = execution.bracket(true);
        List<Operation> result = catalogue.makers(type);
        execution.bracket(before);
        return result;
    }

    private List<Operation> callsOn(Class<?> type) {
        boolean before = execution.bracket(true);
        List<Operation> result = catalogue.on(type);
        execution.bracket(before);
        return result;
    }

    List<Method> abstractMethods(Class<?> type) {
        boolean before = execution.bracket(true);
        List<Method> result = catalogue.abstractMethods(type);
        execution.bracket(before);
        return result;
    }

    /** What a stub of an abstract class needs. */
    AbstractClasses.Shape shape(Class<?> type) {
        boolean before = execution.bracket(true);
        AbstractClasses.Shape result = catalogue.abstractClasses().shape(type);
        execution.bracket(before);
        return result;
    }

    /** What makes a stub of an abstract class. */
    Operation stub(KnownType type, Constructor<?> constructor, List<Method> answered) {
        boolean before = execution.bracket(true);
        try {
            return catalogue.ofStub(type, catalogue.abstractClasses().stub(constructor, answered));
        } finally {
            execution.bracket(before);
        }
    }

    /** The public constructor without parameters of a JDK class. */
    Operation plain(Class<?> type) {
        boolean before = execution.bracket(true);
        Operation result = catalogue.jdk().plain(type);
        execution.bracket(before);
        return result;
    }

    /** What reads the field of an enum constant, null where it cannot be named. */
    Operation constantOf(Enum<?> constant) {
        boolean before = execution.bracket(true);
        try {
            return catalogue.ofField(constant.getDeclaringClass().getDeclaredField(constant.name()));
        } catch (NoSuchFieldException | LinkageError e) {
            return null;
        } finally {
            execution.bracket(before);
        }
    }

    /** A public method of a JDK class that takes objects. */
    Operation taking(Class<?> type, String name, int count) {
        boolean before = execution.bracket(true);
        Operation result = catalogue.jdk().taking(type, name, count);
        execution.bracket(before);
        return result;
    }

    /** Looks at a class, if it is one under test. */
    void look(Class<?> type) {
        if (classes.isTarget(type)) {
            classOf(type.getName());
        }
    }

    private void weigh() {
        boolean due = sequences >= weighAt || clocked && System.nanoTime() - weighed > NANOS_BETWEEN_WEIGHINGS;
        if (due) {
            choice.weigh();
            shares.divide();
            weighAt = sequences + Math.min(MOST_BETWEEN_WEIGHINGS, Math.max(FIRST_WEIGHED, sequences));
            weighed = System.nanoTime();
        }
    }

    /** Calls a few more methods on values at hand, rather such with open goals. */
    void extend() throws SequenceBuilder.Dead {
        for (int more = random.below(4); more > 0 && extendOnce(); more--) {
            continue;
        }
    }

    /** Calls one more method on a value at hand; false where there is none. */
    boolean extendOnce() throws SequenceBuilder.Dead {
        int at = ownObject();
        if (at < 0) {
            return false;
        }
        Class<?> type = builder.value(at).getClass();
        look(type);
        Operation best = null;
        List<Operation> all = callsOn(type);
        for (int tries = all.isEmpty() ? 0 : 3; tries > 0; tries--) {
            Operation each = all.get(random.below(all.size()));
            if (!each.banned && Homes.isNameable(each.home, builder.home())
                    && (best == null || open(each) > open(best))) {
                best = each;
            }
        }
        if (best == null) {
            return false;
        }
        look(best.owner);
        literals.use(classes.constantsFor(best.owner));
        last = best;
        builder.call(best, at, 0);
        return true;
    }

    private static int open(Operation operation) {
        return operation.goals == null ? 0 : operation.goals.open;
    }

    /** The place of a value of the sequence whose class is one under test, negative where none was found. */
    private int ownObject() {
        int count = builder.statements().size();
        for (int tries = 8; tries > 0 && count > 0; tries--) {
            int at = random.below(count);
            Object value = builder.value(at);
            if (value != null && classes.isTarget(value.getClass())) {
                return at;
            }
        }
        return -1;
    }

    /** No test shows a sequence that changes files: what it passes stays open, for one that does not. */
    private void finish(boolean whole, boolean gained, boolean changesFiles) {
        List<Statement> statements = builder.statements();
        if (whole) {
            try {
                pool(statements, gained, changesFiles);
            } catch (RuntimeException e) {
                // objects of the JDK that no constructor made break
            }
        }
        if (gained) {
            keep(statements, builder.gains(), changesFiles);
        }
        if (changesFiles) {
            builder.gains().forEach(each -> goals.leaveUntestable(each.goals()));
        }
    }

    private void keep(List<Statement> statements, List<SequenceBuilder.Gain> gains, boolean changesFiles) {
        SequenceBuilder.Gain last = gains.get(gains.size() - 1);
        List<Statement> all = new ArrayList<>(statements.subList(0, last.at() + 1));
        boolean[] gaining = new boolean[all.size()];
        int[] passed = Goals.NOTHING;
        for (SequenceBuilder.Gain each : gains) {
            gaining[each.at()] = true;
            int before = passed.length;
            passed = Arrays.copyOf(passed, before + each.goals().length);
            System.arraycopy(each.goals(), 0, passed, before, each.goals().length);
        }
        Arrays.sort(passed);
        for (Statement each : all) {
            if (each.constant() instanceof String text) {
                literals.useful(text);
            }
        }
        Sequence sequence = shortening.shortened(all, gaining, passed, last.exception());
        kept.add(new Kept(
                sequence, passed, shortening.passed(), last.exception(), last.cost(), isGiven, changesFiles));
        for (int i = sequence.statements().length - 1; i >= 0; i--) {
            Operation operation = sequence.statements()[i].operation();
            if (operation != null && operation.ofTarget) {
                seeds.add(new Seed(sequence, operation, builder.home(), builder.cost()));
                return;
            }
        }
    }

    private void pool(List<Statement> statements, boolean gained, boolean changesFiles) {
        int end = statements.size();
        for (int i = end - 1; i >= 0 && i >= end - MOST_POOLED; i--) {
            Object value = builder.value(i);
            if (value == null || statements.get(i).isConstant()) {
                continue;
            }
            Class<?> type = value.getClass();
            if (type == String.class) {
                if (gained || random.oneIn(20)) {
                    literals.returned((String) value);
                }
            } else if (type != Class.class
                    && Literals.primitiveOf(type) == null
                    && (builder.cost() < MOST_COST && !changesFiles || !pool.has(type))
                    && pool.wants(type, gained)) {
                Sequence part = Sequence.slice(statements, i, random.coin());
                KnownType declared = statements.get(i).operation().result;
                pool.add(type, Pool.Entry.of(part, declared), gained);
            }
        }
    }

    /** Whether an object that a stub was handed is one under test, of a class of which few are known. */
    boolean isWanted(Object handed) {
        return handed != null && classes.isTarget(handed.getClass())
                && (!pool.has(handed.getClass()) || random.oneIn(ONE_HANDED_OF));
    }

    /** Takes note of an operation that did not end with a value or an exception. */
    void dropped(Operation operation, Execution.End end) {
        if (end == Execution.End.MISFIT) {
            operation.thrown++;
            return;
        }
        operation.failures++;
        contained += end == Execution.End.CONTAINED ? 1 : 0;
        stopped += end == Execution.End.STOPPED ? 1 : 0;
    }

    /** A class literal that can be named in a package, of a class below a bound where there is one. */
    Class<?> someClass(Class<?> bound, String here) {
        for (int tries = 0; tries < 10; tries++) {
            Class<?> type = types.isEmpty() || random.coin()
                    ? TYPES[random.below(TYPES.length)]
                    : types.get(random.below(types.size()));
            if (bound.isAssignableFrom(type) && Homes.isNameable(catalogue.homes().of(type), here)) {
                return type;
            }
        }
        return Homes.isNameable(catalogue.homes().of(bound), here) ? bound : Object.class;
    }

    /** The sequences that were kept since the last call. */
    List<Kept> takeKept() {
        List<Kept> result = new ArrayList<>(kept);
        kept.clear();
        return result;
    }

    long sequences() {
        return sequences;
    }

    /** How many operations met a sink. */
    long contained() {
        return contained;
    }

    /** How many operations were stopped. */
    long stopped() {
        return stopped;
    }

    /** How many of the classes were looked at. */
    int looked() {
        return classes.all().size();
    }
}
