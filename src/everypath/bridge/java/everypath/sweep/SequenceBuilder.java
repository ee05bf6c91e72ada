package everypath.sweep;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import everypath.probes.Nearest;

/** Makes one sequence: chooses arguments, and runs each statement as it is appended. */
final class SequenceBuilder {
    /** No more can be appended: a statement threw or was stopped, or an argument could not be made. */
    static final class Dead extends Exception {
        private static final long serialVersionUID = 1L;
        static final Dead END = new Dead();

        private Dead() {
            super(null, null, false, false);
        }
    }

    /** A statement that passed open goals: those goals, and how it ended. */
    record Gain(int at, int[] goals, String exception, double cost) {}

    private static final int DEEPEST = 4;
    private static final int MOST_ANSWERS = 6;

    private final Sweep sweep;
    private final RandomSource random;
    private final Literals literals;
    private final Execution execution;
    private final List<Statement> statements = new ArrayList<>();
    private final Object[] values = new Object[Sequence.LONGEST];
    private final KnownType[] types = new KnownType[Sequence.LONGEST];
    private final List<Gain> gains = new ArrayList<>();

    /** The package of the sequence. */
    private String home;

    private double cost;
    private boolean ended;

    /** Whether the sequence has a stub. */
    private boolean hasStub;

    SequenceBuilder(Sweep sweep) {
        this.sweep = sweep;
        this.random = sweep.random;
        this.literals = sweep.literals;
        this.execution = sweep.execution;
    }

    /** Begins another sequence, in a package. */
    void begin(String here) {
        statements.clear();
        gains.clear();
        home = here;
        cost = 0;
        ended = false;
        hasStub = false;
    }

    List<Statement> statements() {
        return statements;
    }

    Object value(int at) {
        return values[at];
    }

    List<Gain> gains() {
        return gains;
    }

    /** How many goals were passed for the first time. */
    int gained() {
        int result = 0;
        for (Gain each : gains) {
            result += each.goals().length;
        }
        return result;
    }

    String home() {
        return home;
    }

    /** What the statements cost so far. */
    double cost() {
        return cost;
    }

    /** Whether a statement threw or was stopped. */
    boolean isEnded() {
        return ended;
    }

    int constant(Object constant, boolean boxed) throws Dead {
        return append(Statement.ofConstant(constant, boxed), constant);
    }

    private int append(Statement statement, Object value) throws Dead {
        int at = statements.size();
        if (at >= Sequence.LONGEST) {
            throw Dead.END;
        }
        statements.add(statement);
        values[at] = value;
        types[at] = statement.isConstant() ? null : statement.operation().result;
        hasStub |= !statement.isConstant() && statement.operation().kind == Operation.Kind.STUB;
        return at;
    }

    /** Appends an operation and runs it. */
    int run(Operation operation, int... arguments) throws Dead {
        int at = append(Statement.of(operation, arguments), null);
        if (operation.banned) {
            statements.remove(at);
            throw Dead.END;
        }
        Nearest.statement = at;
        Execution.End end = execution.run(operation, values, arguments);
        cost += execution.cost();
        if (end == Execution.End.RAN) {
            passed(at, operation);
            if (execution.thrown() == null) {
                values[at] = execution.value();
                return at;
            }
            operation.thrown++;
        } else {
            sweep.goals.discard();
            statements.remove(at);
            sweep.dropped(operation, end);
        }
        ended = true;
        throw Dead.END;
    }

    private void passed(int at, Operation operation) {
        int[] passed = sweep.goals.take();
        if (passed.length > 0) {
            Throwable thrown = execution.thrown();
            gains.add(new Gain(at, passed, thrown == null ? null : thrown.getClass().getName(), execution.cost()));
            operation.fruitless = 0;
        }
    }

    /** Appends a sequence; returns the place of its result. */
    int append(Sequence sequence) throws Dead {
        int base = statements.size();
        if (base + sequence.statements().length > Sequence.LONGEST) {
            throw Dead.END;
        }
        for (Statement each : sequence.statements()) {
            if (each.isConstant()) {
                constant(each.constant(), each.boxed());
            } else {
                run(each.operation(), each.shifted(base).arguments());
            }
        }
        return base + sequence.result();
    }

    /** Appends a sequence with one of its constants or arguments changed. */
    void vary(Sequence sequence) throws Dead {
        Statement[] all = sequence.statements();
        int change = random.below(all.length);
        for (int tries = 0; tries < 3 && !all[change].isConstant() && all[change].arguments().length == 0; tries++) {
            change = random.below(all.length);
        }
        int[] places = new int[all.length];
        for (int i = 0; i < all.length; i++) {
            Statement each = all[i];
            if (each.isConstant()) {
                Object constant = i == change ? literals.varied(each.constant()) : each.constant();
                places[i] = constant(constant, each.boxed());
                continue;
            }
            int[] arguments = each.moved(places).arguments();
            if (i == change && arguments.length > 0) {
                replace(each.operation(), arguments);
            }
            places[i] = run(each.operation(), arguments);
        }
    }

    /** Puts another value in the place of one of the arguments. */
    void replace(Operation operation, int[] arguments) throws Dead {
        int skipped = operation.hasReceiver ? 1 : 0;
        int at = random.below(arguments.length);
        if (at < skipped) {
            arguments[at] = value(KnownType.of(operation.owner), 1, true);
        } else if (at - skipped < operation.parameters.length) {
            arguments[at] = value(operation.parameters[at - skipped], 1, at == skipped && operation.needsOuter);
        }
    }

    /** Appends a call with its arguments; {@code receiver} is negative where one is to be made. */
    int call(Operation operation, int receiver, int depth) throws Dead {
        int skipped = operation.hasReceiver ? 1 : 0;
        int[] arguments = new int[operation.arity()];
        if (operation.hasReceiver) {
            arguments[0] = receiver >= 0 ? receiver : value(KnownType.of(operation.owner), depth, true);
        }
        for (int i = 0; i < operation.parameters.length; i++) {
            KnownType type = operation.parameters[i];
            int same = random.oneIn(6) ? sameAs(type, arguments, i + skipped, operation) : -1;
            boolean needed = i == 0 && operation.needsOuter;
            if (same >= 0 && !needed) {
                arguments[i + skipped] = same;
            } else if (isSize(type.raw()) && !operation.ofTarget && !random.oneIn(16)) {
                arguments[i + skipped] = constant(literals.small(type.raw()), false);
            } else {
                arguments[i + skipped] = value(type, depth, needed);
            }
        }
        operation.tries++;
        int result = run(operation, arguments);
        if (hasStub) {
            takeHanded(result);
        }
        return result;
    }

    /** Appends what gives the objects under test that stubs were handed: some come from callbacks only. */
    private void takeHanded(int call) throws Dead {
        for (int i = 0; i < call; i++) {
            if (statements.get(i).isConstant() || statements.get(i).operation().kind != Operation.Kind.STUB) {
                continue;
            }
            for (Map.Entry<Method, Object[]> each : Stub.received(values[i]).entrySet()) {
                Object[] arguments = each.getValue();
                for (int j = 0; j < arguments.length && statements.size() < Sequence.LONGEST; j++) {
                    if (sweep.isWanted(arguments[j]) && !isPresent(arguments[j])) {
                        Operation handed = sweep.catalogue.ofHanded(types[i], new Handed(each.getKey(), j));
                        if (Homes.isNameable(handed.home, home)) {
                            run(handed, i, call);
                        }
                    }
                }
            }
        }
    }

    private boolean isPresent(Object value) {
        for (int i = 0; i < statements.size(); i++) {
            if (values[i] == value) {
                return true;
            }
        }
        return false;
    }

    /** Whether a number may be a size: large ones cost much in code of the JDK, which is not under test. */
    private static boolean isSize(Class<?> type) {
        return type == int.class || type == long.class;
    }

    /** An argument that is given already and may stand for another one, as equals and compare want it. */
    private int sameAs(KnownType type, int[] arguments, int count, Operation operation) {
        int skipped = operation.hasReceiver ? 1 : 0;
        for (int i = 0; i < count; i++) {
            Object value = values[arguments[i]];
            boolean alike = i >= skipped && operation.parameters[i - skipped].raw() == type.raw();
            boolean fits = type.isOfAll(value) && type.mayHold(types[arguments[i]]);
            if (value != null && fits && (alike || type.raw().isInstance(value))) {
                return arguments[i];
            }
        }
        return -1;
    }

    // ---- values

    private static boolean isAnything(Class<?> type) {
        return type == Object.class || type == Comparable.class || type == java.io.Serializable.class;
    }

    /** A value of a type; null where it is not of all types that it has to be of. */
    int value(KnownType type, int depth, boolean needed) throws Dead {
        int at = anyValue(type, depth, needed);
        return type.isOfAll(values[at]) ? at : constant(null, false);
    }

    private int anyValue(KnownType type, int depth, boolean needed) throws Dead {
        Class<?> raw = type.raw();
        if (raw.isPrimitive()) {
            return constant(literals.primitive(raw), false);
        }
        if (!needed && random.oneIn(25)) {
            return constant(null, false);
        }
        boolean anything = isAnything(raw);
        if (raw == String.class || raw == CharSequence.class || anything && random.oneIn(3)) {
            return constant(literals.text(), false);
        }
        if (raw == Integer.class || raw == Number.class && random.coin() || anything && random.oneIn(6)) {
            return constant(literals.primitive(int.class), true);
        }
        Class<?> primitive = Literals.primitiveOf(raw);
        if (primitive != null) {
            return constant(literals.primitive(primitive), true);
        }
        if (raw == Class.class) {
            return constant(sweep.someClass(type.argument(0).raw(), home), false);
        }
        if (raw.isAssignableFrom(Class.class) && random.oneIn(anything ? 12 : 2)) {
            return constant(sweep.someClass(Object.class, home), false);
        }
        if (random.oneIn(3)) {
            int present = present(type);
            if (present >= 0) {
                return present;
            }
        }
        if (depth >= DEEPEST - 1 || random.below(anything ? 2 : 8) != 0) {
            Pool.Entry entry = sweep.pool.pick(type, home);
            if (entry != null) {
                return append(entry.sequence());
            }
        }
        return make(type, depth + 1, needed);
    }

    /** The place of a value of the sequence that fits a type, negative where there is none. */
    private int present(KnownType type) {
        int count = statements.size();
        int from = count == 0 ? 0 : random.below(count);
        for (int i = 0; i < count; i++) {
            int at = (i + from) % count;
            if (!statements.get(at).isConstant() && type.raw().isInstance(values[at]) && type.mayHold(types[at])
                    && type.mayHold(KnownType.of(values[at].getClass()))) {
                return at;
            }
        }
        return -1;
    }

    private int[] some(KnownType element, int count, int depth) throws Dead {
        int[] result = new int[count];
        for (int i = 0; i < count; i++) {
            result[i] = value(element, depth, false);
        }
        return result;
    }

    private int make(KnownType type, int depth, boolean needed) throws Dead {
        Class<?> raw = type.raw();
        if (raw.isArray()) {
            Operation array = sweep.catalogue.ofArray(raw.getComponentType());
            return run(array, some(KnownType.of(raw.getComponentType()), random.below(4), depth));
        }
        if (isAnything(raw)) {
            return anything(depth);
        }
        sweep.look(raw);
        if (sweep.catalogue.jdk().isFilled(raw) && !random.oneIn(8)) {
            return filled(type, depth);
        }
        if (raw == java.util.Iterator.class || raw == java.util.ListIterator.class) {
            int list = filled(new KnownType(List.class, type.arguments()), depth);
            String name = raw == java.util.Iterator.class ? "iterator" : "listIterator";
            return run(sweep.taking(ArrayList.class, name, 0), list);
        }
        List<Operation> makers = sweep.makers(raw);
        if (isStubbed(raw) && random.oneIn(makers.isEmpty() ? 1 : isRatherStubbed(raw) ? 2 : 10)) {
            return stub(type, depth);
        }
        return produce(type, makers, depth, needed);
    }

    private static boolean isRatherStubbed(Class<?> raw) {
        return raw.isInterface() && raw.getModule().isNamed();
    }

    private boolean isStubbed(Class<?> raw) {
        if (Modifier.isAbstract(raw.getModifiers()) && !raw.isInterface()) {
            AbstractClasses.Shape shape = sweep.shape(raw);
            return !shape.constructors().isEmpty() && Homes.isNameable(shape.home(), home);
        }
        return raw.isInterface() && !raw.isAnnotation() && !raw.isSealed()
                && Homes.isNameable(sweep.catalogue.homes().of(raw), home);
    }

    private static final Class<?>[] ELEMENTS = {
        int.class, long.class, short.class, byte.class, char.class, boolean.class, float.class, double.class,
        String.class, Object.class, Integer.class, int[].class, Class.class
    };

    private int anything(int depth) throws Dead {
        switch (random.below(4)) {
            case 0:
                return filled(KnownType.of(List.class), depth);
            case 1:
                return filled(KnownType.of(Map.class), depth);
            case 2:
                Class<?> element = ELEMENTS[random.below(ELEMENTS.length)];
                return run(sweep.catalogue.ofArray(element), some(KnownType.of(element), random.below(4), depth));
            default:
                return constant(literals.text(), false);
        }
    }

    /** A collection or map of the JDK, filled by calls. */
    private int filled(KnownType type, int depth) throws Dead {
        Class<?> made = JdkValues.usual(type.raw());
        int result = run(sweep.plain(made));
        types[result] = new KnownType(made, type.arguments());
        boolean isMap = Map.class.isAssignableFrom(made);
        Operation fill = sweep.taking(made, isMap ? "put" : "add", isMap ? 2 : 1);
        for (int left = random.below(isMap ? 3 : 4); left > 0; left--) {
            int first = value(type.argument(0), depth, false);
            if (isMap) {
                run(fill, result, first, value(type.argument(1), depth, false));
            } else {
                run(fill, result, first);
            }
        }
        return result;
    }

    private int stub(KnownType type, int depth) throws Dead {
        if (!type.raw().isInterface()) {
            return stubOfClass(type, depth);
        }
        List<Method> answered = new ArrayList<>();
        int[] at = answers(type, sweep.abstractMethods(type.raw()), answered, depth);
        Stub stub = sweep.catalogue.stub(type.raw(), answered);
        return run(sweep.catalogue.ofStub(type, stub), at);
    }

    /** An object of a subclass of an abstract class. */
    private int stubOfClass(KnownType type, int depth) throws Dead {
        AbstractClasses.Shape shape = sweep.shape(type.raw());
        Constructor<?> constructor = shape.constructors().get(random.below(shape.constructors().size()));
        List<Method> answered = new ArrayList<>();
        Operation plain = sweep.stub(type, constructor, answered);
        if (!Homes.isNameable(plain.home, home)) {
            throw Dead.END;
        }
        int count = plain.parameters.length;
        int[] given = new int[count];
        for (int i = 0; i < count; i++) {
            given[i] = value(plain.parameters[i], depth, false);
        }
        int[] answers = answers(type, shape.methods(), answered, depth);
        int[] all = java.util.Arrays.copyOf(given, count + answers.length);
        System.arraycopy(answers, 0, all, count, answers.length);
        return run(plain, all);
    }

    /** Values for the methods of a stub; adds those that get one to {@code answered}. */
    private int[] answers(KnownType type, List<Method> methods, List<Method> answered, int depth) throws Dead {
        Map<TypeVariable<?>, KnownType> variables = type.variables();
        List<Integer> answers = new ArrayList<>();
        for (Method each : methods) {
            Class<?> returned = each.getReturnType();
            if (returned != void.class && answered.size() < MOST_ANSWERS && (depth < 3 || returned.isPrimitive())) {
                KnownType wanted = Catalogue.result(each, variables);
                answers.add(random.oneIn(4) && !returned.isPrimitive()
                        ? constant(null, false)
                        : value(wanted, depth + 1, false));
                answered.add(each);
            }
        }
        int[] at = new int[answers.size()];
        for (int i = 0; i < at.length; i++) {
            at[i] = answers.get(i);
        }
        return at;
    }

    private int produce(KnownType type, List<Operation> makers, int depth, boolean needed) throws Dead {
        if (depth > DEEPEST) {
            throw Dead.END;
        }
        Operation best = null;
        for (int tries = makers.isEmpty() ? 0 : 6, found = 0; tries > 0 && found < 3; tries--) {
            Operation each = makers.get(random.below(makers.size()));
            if (!each.banned && type.mayHold(each.result) && Homes.isNameable(each.home, home)) {
                best = best == null || effort(each) < effort(best) ? each : best;
                found++;
            }
        }
        if (best == null) {
            if (needed) {
                throw Dead.END;
            }
            return constant(null, false);
        }
        return best.kind == Operation.Kind.FIELD ? run(best) : call(best, -1, depth);
    }

    private static int effort(Operation operation) {
        boolean failing = operation.tries > 5 && operation.thrown * 10 > operation.tries * 9;
        return operation.parameters.length
                + (operation.hasReceiver ? 2 : 0)
                + 3 * operation.failures
                + (failing ? 5 : 0)
                - (operation.kind == Operation.Kind.FIELD ? 1 : 0)
                + (int) Math.min(10, operation.meanCost() / 50);
    }}
