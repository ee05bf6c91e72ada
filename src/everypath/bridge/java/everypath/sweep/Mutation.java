package everypath.sweep;

import java.util.BitSet;
import java.util.List;

import everypath.probes.Compared;
import everypath.probes.Nearest;

/**
 * Runs the sequence that came nearest to an open side with changes: constants, calls that are repeated, left out or put
 * in, other arguments.
 */
final class Mutation {
    /** Numbers this near are found without interpolation. */
    private static final int NEAR = 8;

    /** Statements that a sequence that comes as near may have more than the nearest. */
    private static final int MOST_LONGER = 2;

    private static final int MOST_TRIALS = 64;

    /** How often a call is repeated. */
    private static final int[] TIMES = {1, 1, 1, 2, 3, 4, 8, 16};

    private final Sweep sweep;
    private final SequenceBuilder builder;
    private final RandomSource random;
    private final Literals literals;
    private final References references;

    private OpenSide side;
    private Statement[] all;
    private Object[] constants;
    private int[] repeats;
    private boolean[] skipped;

    /** Before which statement a call is put in, and of which one an argument is replaced; negative for none. */
    private int inserted;

    private int replaced;

    /** Whether repeated calls have the same arguments. */
    private boolean alike;

    /** The statement in whose place something else is put, negative for none; see {@link OpenSide.Trial}. */
    private int substituted;

    private Object substitute;
    private boolean isNoting;
    private boolean isTrial;

    /** The statement whose number was changed, negative where none was. */
    private int tuned;

    /** The places of constants that were not changed. */
    private final BitSet unchanged = new BitSet();

    private final BitSet fresh = new BitSet();

    Mutation(Sweep sweep, SequenceBuilder builder) {
        this.sweep = sweep;
        this.builder = builder;
        this.random = sweep.random;
        this.literals = sweep.literals;
        this.references = new References(sweep, builder);
    }

    /** Runs the nearest sequence of a side as it is, and sees which constants its comparisons ask for. */
    void look(OpenSide goal) throws SequenceBuilder.Dead {
        Nearest.follow(goal.probe);
        Compared.begin();
        try {
            builder.append(goal.nearest);
        } finally {
            Compared.end();
        }
    }

    /** Takes note of what {@link #look} saw. */
    void looked(OpenSide goal) {
        Object right = goal.right;
        if (goal.left instanceof String && right instanceof Integer hash) {
            right = literals.ofHash(hash);
        }
        add(goal, goal.nearest, Operands.replacements(goal.nearest, goal.left, right, false), null);
        references.add(goal);
        compared(goal, goal.nearest, null);
    }

    /** Makes trials of what was compared, for the constants at some places, or (null) for all. */
    private void compared(OpenSide goal, Sequence sequence, BitSet places) {
        for (int i = 0; i < Compared.count; i++) {
            note(sequence, Compared.LEFT[i]);
            note(sequence, Compared.RIGHT[i]);
        }
        for (int i = Compared.count - 1; i >= 0 && goal.trials.size() < MOST_TRIALS; i--) {
            Object right = Compared.RIGHT[i];
            if (Compared.LEFT[i] instanceof String && right instanceof Integer hash) {
                right = literals.ofHash(hash);
            }
            add(goal, sequence, Operands.replacements(sequence, Compared.LEFT[i], right, true), places);
        }
    }

    /** Takes note of a text that another one was compared with, where the sequence does not have it. */
    private void note(Sequence sequence, Object operand) {
        if (operand instanceof String text) {
            for (Statement each : sequence.statements()) {
                if (text.equals(each.constant())) {
                    return;
                }
            }
            literals.compared(text);
        }
    }

    private void add(OpenSide goal, Sequence sequence, List<Operands.Replacement> all, BitSet places) {
        for (Operands.Replacement each : all) {
            if ((places == null || places.get(each.statement())) && goal.trials.size() < MOST_TRIALS) {
                Object substitute = references.substitute(each.constant(), goal.home);
                OpenSide.Trial trial = new OpenSide.Trial(sequence, each.statement(), substitute, false);
                if (substitute != null && !goal.trials.contains(trial)) {
                    goal.trials.add(trial);
                }
            }
        }
    }

    /** Runs a changed sequence for a side. */
    void run(OpenSide goal) throws SequenceBuilder.Dead {
        side = goal;
        OpenSide.Trial trial = goal.trials.poll();
        begin(trial == null ? goal.nearest.statements() : trial.sequence().statements());
        Nearest.follow(goal.probe);
        isTrial = trial != null;
        if (trial != null) {
            substituted = trial.statement();
            substitute = trial.substitute();
            boolean tunes = !trial.isZero() && trial.sequence() == goal.nearest && isNumber(substitute);
            tuned = tunes ? substituted : -1;
            constants[substituted] = tunes ? substitute : constants[substituted];
            emit();
            return;
        }
        do {
            change();
        } while (random.oneIn(3));
        isNoting = random.coin();
        if (isNoting) {
            Compared.begin();
        }
        try {
            emit();
            if (random.oneIn(3)) {
                sweep.extend();
            }
        } finally {
            Compared.end();
        }
    }

    /** Takes note of what the last changed run showed that did not come nearer. */
    void ran(OpenSide goal) {
        if (Nearest.WANTED[goal.probe] == 0) {
            return;
        }
        if (Nearest.followedDistance == Nearest.DISTANCES[goal.probe] && random.oneIn(isTrial ? 16 : 32)
                && Nearest.followedStatement < builder.statements().size()) {
            drift(goal);
            return;
        }
        if (isNoting && goal.trials.isEmpty() && !builder.statements().isEmpty()) {
            List<Statement> ran = builder.statements();
            fresh.set(0, ran.size());
            fresh.andNot(unchanged);
            compared(goal, new Sequence(ran.toArray(new Statement[0]), ran.size() - 1), fresh);
        }
        isNoting = false;
        if (tuned >= 0 && Nearest.followedDistance < Double.MAX_VALUE) {
            interpolate(goal);
        }
    }

    /** Takes another sequence that comes as near as the nearest. */
    private void drift(OpenSide goal) {
        int at = Nearest.followedStatement;
        List<Statement> ran = builder.statements().subList(0, at + 1);
        Sequence slice = Sequence.slice(ran, at, true);
        if (slice.statements().length <= goal.nearest.statements().length + MOST_LONGER) {
            goal.nearest = slice;
            goal.whole = new Sequence(ran.toArray(new Statement[0]), at);
            goal.isChecked = false;
            goal.left = Nearest.followedLeft;
            goal.right = Nearest.followedRight;
            goal.trials.clear();
        }
    }

    /** One number was changed: were the difference of the operands linear in it, where would it be zero? */
    private void interpolate(OpenSide goal) {
        double was = difference(goal.left, goal.right);
        double is = difference(Nearest.followedLeft, Nearest.followedRight);
        double before = number(all[tuned].constant());
        double slope = (is - was) / (number(constants[tuned]) - before);
        double zero = before - was / slope;
        if (Math.abs(was) > NEAR && zero == zero && Math.abs(zero) < Long.MAX_VALUE && slope != 0) {
            for (double each : new double[] {Math.rint(zero) + 1, Math.rint(zero) - 1, Math.rint(zero)}) {
                Object constant = Operands.like(all[tuned].constant(), each);
                goal.trials.addFirst(new OpenSide.Trial(goal.nearest, tuned, constant, true));
            }
        }
    }

    private static boolean isNumber(Object constant) {
        return constant instanceof Number || constant instanceof Character;
    }

    private static double difference(Object left, Object right) {
        return number(left) - number(right);
    }

    private static double number(Object value) {
        if (value instanceof Character one) {
            return one;
        }
        return value instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    private void begin(Statement[] statements) {
        all = statements;
        constants = new Object[all.length];
        for (int i = 0; i < all.length; i++) {
            constants[i] = all[i].constant();
        }
        repeats = new int[all.length];
        skipped = new boolean[all.length];
        inserted = -1;
        replaced = -1;
        substituted = -1;
        tuned = -1;
        isNoting = false;
        unchanged.clear();
        alike = random.coin();
    }

    private void change() {
        int at = random.below(all.length);
        switch (random.below(8)) {
            case 0, 1, 2:
                at = random(true);
                if (at >= 0) {
                    constants[at] = changed(constants[at]);
                    tuned = isNumber(all[at].constant()) ? at : -1;
                }
                break;
            case 3, 4:
                at = random.coin() ? last() : random(false);
                if (at >= 0 && all[at].arguments().length > 0) {
                    repeats[at] = TIMES[random.below(TIMES.length)];
                }
                break;
            case 5:
                if (at < all.length - 1 && !all[at].isConstant() && !isTaken(at)) {
                    skipped[at] = true;
                }
                break;
            case 6:
                inserted = at;
                break;
            default:
                replaced = random(false);
                break;
        }
    }

    /** A statement that is a constant, or that is none; negative where none was found. */
    private int random(boolean isConstant) {
        int from = random.below(all.length);
        for (int i = 0; i < all.length; i++) {
            int at = (from + i) % all.length;
            if (all[at].isConstant() == isConstant) {
                return at;
            }
        }
        return -1;
    }

    /** The last statement that is no constant, negative where there is none. */
    private int last() {
        int at = all.length - 1;
        while (at >= 0 && all[at].isConstant()) {
            at--;
        }
        return at;
    }

    private boolean isTaken(int place) {
        for (int i = place + 1; i < all.length; i++) {
            for (int argument : all[i].arguments()) {
                if (argument == place) {
                    return true;
                }
            }
        }
        return false;
    }

    /** A constant like another one, or one of the operands. */
    private Object changed(Object constant) {
        Object operand = random.coin() ? side.left : side.right;
        if (constant instanceof String text) {
            if (random.oneIn(3) && operand != null) {
                String part = operand instanceof Integer number ? String.valueOf((char) (int) number)
                        : operand.toString();
                int at = random.below(text.length() + 1);
                return text.substring(0, at) + part + text.substring(at);
            }
            return random.oneIn(8) ? literals.text() : literals.edited(text);
        } else if (constant instanceof Integer number && random.below(3) > 0) {
            int by = 1 << random.below(random.coin() ? 3 : 20);
            return random.coin() ? number + by : number - by;
        } else if (constant instanceof Long number && random.below(3) > 0) {
            long by = 1L << random.below(random.coin() ? 3 : 62);
            return random.coin() ? number + by : number - by;
        } else if (constant instanceof Character && operand instanceof Integer number && random.coin()) {
            return (char) (int) number;
        }
        return literals.varied(constant);
    }

    private void emit() throws SequenceBuilder.Dead {
        int[] places = new int[all.length];
        for (int i = 0; i < all.length; i++) {
            Statement each = all[i];
            if (i == inserted) {
                sweep.extendOnce();
            }
            if (i == substituted) {
                places[i] = substitute(each);
            } else if (each.isConstant()) {
                places[i] = builder.constant(constants[i], each.boxed());
                unchanged.set(places[i], constants[i] == each.constant());
            } else if (!skipped[i]) {
                int[] arguments = each.moved(places).arguments();
                if (i == replaced && arguments.length > 0) {
                    builder.replace(each.operation(), arguments);
                }
                places[i] = builder.run(each.operation(), arguments);
                for (int left = repeats[i]; left > 0; left--) {
                    places[i] = again(each, places[i], arguments);
                }
            }
        }
    }

    /** Appends what is put in the place of a statement. */
    private int substitute(Statement statement) throws SequenceBuilder.Dead {
        if (substitute instanceof KnownType type) {
            return builder.value(type, 1, true);
        } else if (substitute instanceof Operation operation) {
            return builder.run(operation);
        }
        return builder.constant(substitute == OpenSide.NULL ? null : substitute, statement.boxed());
    }

    /** Calls the same once more; the place of the value that later statements take. */
    private int again(Statement statement, int before, int[] given) throws SequenceBuilder.Dead {
        Operation operation = statement.operation();
        int[] arguments = given.clone();
        for (int i = 0; i < arguments.length && !alike; i++) {
            Statement argument = builder.statements().get(arguments[i]);
            if (argument.isConstant() && argument.constant() != null) {
                arguments[i] = builder.constant(changed(argument.constant()), argument.boxed());
            }
        }
        Object value = builder.value(before);
        boolean chained = operation.hasReceiver && value != null && operation.owner.isInstance(value);
        if (chained) {
            arguments[0] = before;
        }
        int result = builder.run(operation, arguments);
        return chained ? result : before;
    }
}
