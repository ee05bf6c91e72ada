package everypath.sweep;

import java.util.BitSet;
import java.util.List;
import java.util.Objects;

/**
 * Leaves out of a kept sequence what its last statement does not need to pass its goals again: halves of it, then
 * quarters, and in the end single statements (delta debugging, Zeller and Hildebrandt, TSE 2002).
 */
final class Shortening {
    private static final int MOST_TRIES = 60;

    private final Execution execution;
    private final Goals goals;
    private final Object[] values = new Object[Sequence.LONGEST];
    private int[] wanted;
    private String exception;
    private BitSet passed;
    private int tries;

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
     * @param thrown the class of what the last one threw, or null
     */
    Sequence shortened(List<Statement> all, boolean[] gaining, int[] passed, String thrown) {
        int last = all.size() - 1;
        wanted = goals.repeatable(passed);
        exception = thrown;
        tries = 0;
        this.passed = new BitSet();
        Sequence whole = Sequence.slice(all, gaining, last, true);
        if (wanted.length == 0) {
            return whole;
        }
        Sequence everything = new Sequence(all.toArray(new Statement[0]), last); // calls may have changed static state
        Sequence result = firstPassing(Sequence.slice(all, gaining, last, false), whole, everything);
        if (result == null) {
            return everything;
        }
        for (int size = result.result() / 2; size > 1; size /= 2) {
            result = withoutParts(result, size);
        }
        Sequence before = null;
        while (before != result) {
            before = result;
            result = withoutParts(result, 1);
        }
        return withFewerValues(result);
    }

    /** The goals that the sequence passes which was kept last, whichever sequence passed them first. */
    BitSet passed() {
        return passed;
    }

    private Sequence firstPassing(Sequence... sequences) {
        for (Sequence each : sequences) {
            if (passes(each)) {
                return each;
            }
        }
        return null;
    }

    /** The sequence without parts of so many statements. */
    private Sequence withoutParts(Sequence sequence, int size) {
        Sequence result = sequence;
        for (int end = result.result(); end > 0; end -= size) {
            Sequence without = Reduction.without(result, Math.max(end - size, 0), end);
            if (without != null && passes(without)) {
                result = without;
                end = Math.min(end, result.result());
            }
        }
        return result;
    }

    /** The sequence with one value in place of several of one type. */
    private Sequence withFewerValues(Sequence sequence) {
        Sequence result = sequence;
        for (int at = result.result() - 1; at > 0; at--) {
            at = Math.min(at, result.result() - 1);
            Sequence without = at > 0 ? Reduction.withEarlier(result, at) : null;
            if (without != null && passes(without)) {
                result = without;
            }
        }
        return result;
    }

    /** Runs a sequence once more: whether it passes the goals and ends as it did. False after too many tries. */
    private boolean passes(Sequence sequence) {
        if (tries++ >= MOST_TRIES) {
            return false;
        }
        Statement[] all = sequence.statements();
        execution.begin();
        boolean ran = true;
        for (int i = 0; i < all.length && ran; i++) {
            Statement each = all[i];
            values[i] = each.constant();
            if (each.isConstant()) {
                continue;
            }
            ran = execution.run(each.operation(), values, each.arguments()) == Execution.End.RAN;
            values[i] = execution.value();
            String thrown = execution.thrown() == null ? null : execution.thrown().getClass().getName();
            ran &= Objects.equals(thrown, i == all.length - 1 ? exception : null);
        }
        ran &= Goals.werePassed(wanted);
        BitSet found = ran ? goals.passed() : passed;
        goals.discard();
        ran &= execution.end();
        passed = ran ? found : passed;
        return ran;
    }
}
