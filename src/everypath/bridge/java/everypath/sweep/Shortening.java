package everypath.sweep;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Leaves out of a kept sequence what its last statement does not need to pass its goals again. */
final class Shortening {
    private static final int MOST_TRIES = 8;

    /** One in so many operations may be run for shortening. */
    private static final int SHARE = 10;

    private final Execution execution;
    private final Goals goals;
    private final Object[] values = new Object[Sequence.LONGEST];
    private long spent;

    Shortening(Execution execution, Goals goals) {
        this.execution = execution;
        this.goals = goals;
    }

    /**
     * The sequence that is kept of statements that ran.
     *
     * @param all up to the last that passed a goal for the first time
     * @param gaining which of them did
     * @param passed the goals
     * @param exception the class of what the last one threw, or null
     */
    Sequence shortened(List<Statement> all, boolean[] gaining, int[] passed, String exception) {
        int last = all.size() - 1;
        int[] repeatable = goals.repeatable(passed);
        Sequence result = Sequence.slice(all, gaining, last, true);
        if (repeatable.length == 0) {
            return result;
        }
        boolean checked = result.statements().length == all.size();
        if (!checked && !(isAffordable() && passes(result, repeatable, exception))) {
            return new Sequence(all.toArray(new Statement[0]), last);
        }
        int tries = 0;
        for (int i = result.result() - 1; i >= 0 && tries < MOST_TRIES && isAffordable(); i--) {
            Sequence without = without(result, i);
            if (without != null) {
                tries++;
                if (passes(without, repeatable, exception)) {
                    i -= result.statements().length - without.statements().length - 1;
                    result = without;
                }
            }
        }
        return result;
    }

    private boolean isAffordable() {
        return spent * SHARE < execution.calls();
    }

    /** The sequence without an operation, null where another statement takes its value. */
    private static Sequence without(Sequence sequence, int left) {
        Statement[] all = sequence.statements();
        if (all[left].isConstant()) {
            return null;
        }
        boolean[] chosen = new boolean[all.length];
        Arrays.fill(chosen, true);
        chosen[left] = false;
        for (Statement each : all) {
            for (int argument : each.arguments()) {
                if (argument == left) {
                    return null;
                }
            }
        }
        for (int i = left - 1; i >= 0; i--) { // constants that nothing takes any more
            chosen[i] = !all[i].isConstant() || isTaken(all, chosen, i);
        }
        return Sequence.only(Arrays.asList(all), chosen, sequence.result());
    }

    private static boolean isTaken(Statement[] all, boolean[] chosen, int place) {
        for (int i = place + 1; i < all.length; i++) {
            for (int argument : chosen[i] ? all[i].arguments() : new int[0]) {
                if (argument == place) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Runs a sequence once more: whether it passes some goals and ends as it did. */
    private boolean passes(Sequence sequence, int[] wanted, String exception) {
        Statement[] all = sequence.statements();
        execution.restore();
        execution.begin();
        boolean ran = true;
        for (int i = 0; i < all.length && ran; i++) {
            Statement each = all[i];
            values[i] = each.constant();
            if (each.isConstant()) {
                continue;
            }
            spent++;
            ran = execution.run(each.operation(), values, each.arguments()) == Execution.End.RAN;
            values[i] = execution.value();
            String thrown = execution.thrown() == null ? null : execution.thrown().getClass().getName();
            ran &= Objects.equals(thrown, i == all.length - 1 ? exception : null);
        }
        ran &= Goals.werePassed(wanted);
        goals.discard();
        return execution.end() && ran;
    }
}
