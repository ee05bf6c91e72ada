package everypath.sweep;

/**
 * Runs the sequence that came nearest to an open side with changes: constants, calls that are repeated, left out or put
 * in, other arguments.
 */
final class Mutation {
    private static final int[] TIMES = {1, 1, 1, 2, 3, 4, 8, 16};

    private final Sweep sweep;
    private final SequenceBuilder builder;
    private final RandomSource random;
    private final Literals literals;

    private OpenSide side;
    private Statement[] all;
    private Object[] constants;
    private int[] repeats;
    private boolean[] skipped;
    private int inserted;
    private int replaced;
    private boolean alike;

    Mutation(Sweep sweep, SequenceBuilder builder) {
        this.sweep = sweep;
        this.builder = builder;
        this.random = sweep.random;
        this.literals = sweep.literals;
    }

    /** Runs a changed sequence for a side. */
    void run(OpenSide goal) throws SequenceBuilder.Dead {
        side = goal;
        all = goal.nearest.statements();
        constants = new Object[all.length];
        for (int i = 0; i < all.length; i++) {
            constants[i] = all[i].constant();
        }
        repeats = new int[all.length];
        skipped = new boolean[all.length];
        inserted = -1;
        replaced = -1;
        alike = random.coin();
        if (!replace(goal)) {
            do {
                change();
            } while (random.oneIn(3));
        }
        emit();
        if (random.oneIn(3)) {
            sweep.extend();
        }
    }

    /** Takes the next of the replacements that the operands ask for. */
    private boolean replace(OpenSide goal) {
        if (goal.replacements == null) {
            Object right = goal.right;
            if (goal.left instanceof String && right instanceof Integer hash) {
                right = literals.ofHash(hash);
            }
            goal.replacements = Operands.replacements(goal.nearest, goal.left, right);
        }
        if (goal.tries >= goal.replacements.size()) {
            return false;
        }
        Operands.Replacement next = goal.replacements.get(goal.tries);
        constants[next.statement()] = next.constant();
        return true;
    }

    private void change() {
        int at = random.below(all.length);
        switch (random.below(8)) {
            case 0, 1, 2:
                at = random(true);
                if (at >= 0) {
                    constants[at] = changed(constants[at]);
                }
                break;
            case 3, 4:
                at = random(false);
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
            if (each.isConstant()) {
                places[i] = builder.constant(constants[i], each.boxed());
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
