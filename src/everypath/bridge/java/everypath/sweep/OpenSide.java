package everypath.sweep;

import java.util.ArrayDeque;
import java.util.Deque;

/** An open side of a decision that sequences execute, and the sequence that came nearest to it. */
final class OpenSide {
    /** Stands for null among what is put in the place of a statement. */
    static final Object NULL = new Object();

    /**
     * A sequence to run with something else in the place of one of its statements.
     *
     * @param substitute a constant, {@link #NULL}, an operation without arguments, or a {@link KnownType} whose values
     *     are wanted
     * @param isZero whether the operands would be alike, were their difference linear in the constant
     */
    record Trial(Sequence sequence, int statement, Object substitute, boolean isZero) {}

    /** Its probe. */
    final int probe;

    /** Its place in the list of those to choose from. */
    int place;

    /** What came nearest: what the statement that did needs. */
    Sequence nearest;

    /** The same with all statements that ran before. */
    Sequence whole;

    /** Whether {@link #nearest} is known to come as near when it is run again. */
    boolean isChecked;

    /** The package of the sequence. */
    String home;

    /** What it cost. */
    double cost;

    /** What was compared then; null where it is no constant. */
    Object left;

    Object right;

    /** What the operands of comparisons ask for. */
    final Deque<Trial> trials = new ArrayDeque<>();

    /** What was spent on varying it since it came nearer. */
    double spent;

    OpenSide(int probe) {
        this.probe = probe;
    }

    /** The operation that is called last. */
    Operation last() {
        Statement[] all = nearest.statements();
        for (int i = all.length - 1; i > 0; i--) {
            if (!all[i].isConstant()) {
                return all[i].operation();
            }
        }
        return all[0].operation();
    }
}
