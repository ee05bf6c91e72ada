package everypath.sweep;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

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

    /** A sequence whose last statement passes what statement {@code at} passed. */
    Sequence shortened(List<Statement> statements, SequenceBuilder.Gain gain) {
        List<Statement> all = new ArrayList<>(statements.subList(0, gain.at() + 1));
        int[] repeatable = goals.repeatable(gain.goals());
        Sequence result = Sequence.slice(all, gain.at(), true);
        if (repeatable.length == 0) {
            return result;
        }
        execution.restore();
        if (result.statements().length < all.size() && !passes(result, repeatable, gain.exception())) {
            return new Sequence(all.toArray(new Statement[0]), gain.at());
        }
        int tries = 0;
        for (int i = result.result() - 1; i >= 0 && tries < MOST_TRIES && isAffordable(); i--) {
            Sequence without = without(result, i);
            if (without != null) {
                tries++;
                if (passes(without, repeatable, gain.exception())) {
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

    /** Runs a sequence once more: whether its last statement passes some goals and ends as it did. */
    private boolean passes(Sequence sequence, int[] wanted, String exception) {
        Statement[] all = sequence.statements();
        execution.begin();
        boolean ran = true;
        for (int i = 0; i < all.length && ran; i++) {
            Statement each = all[i];
            values[i] = each.constant();
            if (each.isConstant()) {
                continue;
            }
            goals.discard();
            spent++;
            ran = execution.run(each.operation(), values, each.arguments()) == Execution.End.RAN;
            values[i] = execution.value();
            String thrown = execution.thrown() == null ? null : execution.thrown().getClass().getName();
            ran &= i == all.length - 1 ? Goals.werePassed(wanted) && String.valueOf(thrown).equals(String.valueOf(exception))
                    : thrown == null;
        }
        goals.discard();
        execution.end();
        return ran;
    }
}
