package everypath.sweep;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Sequences that changed static state, by the classes under test whose members they use. Calls that follow them in one
 * sequence find that state, as in a registry or a pool.
 */
final class StaticChanges {
    private static final int PER_CLASS = 12;

    /** Sequences with more statements are not repeated. */
    private static final int LONGEST = 20;

    private static final int MOST_TIMES = 4;

    /** What is counted as tries and gains before there are any: at first, one sequence of six begins with a change. */
    private static final int TRIES = 12;

    private static final int GAINS = 2;

    /** One sequence of so many begins with a change, also where that gains nothing. */
    private static final int LEAST = 16;

    private final RandomSource random;
    private final Map<Class<?>, List<Sequence>> byClass = new HashMap<>();
    private final List<Sequence> all = new ArrayList<>();
    private int tries;
    private int gains;
    private boolean used;

    StaticChanges(RandomSource random) {
        this.random = random;
    }

    /** Takes note of statements that changed static state. */
    void note(List<Statement> statements) {
        if (statements.size() > LONGEST) {
            return;
        }
        Sequence sequence = new Sequence(statements.toArray(new Statement[0]), statements.size() - 1);
        Set<Class<?>> owners = new HashSet<>();
        for (Statement each : statements) {
            if (!each.isConstant() && each.operation().ofTarget && owners.add(each.operation().owner)) {
                add(byClass.computeIfAbsent(each.operation().owner, key -> new ArrayList<>()), sequence);
            }
        }
        add(all, sequence);
    }

    private void add(List<Sequence> known, Sequence sequence) {
        if (known.size() < PER_CLASS) {
            known.add(sequence);
        } else if (random.oneIn(PER_CLASS)) {
            known.set(random.below(PER_CLASS), sequence);
        }
    }

    /** Appends a change before a call of an operation, or does nothing: rather where this gained something before. */
    void before(Operation operation, SequenceBuilder builder) throws SequenceBuilder.Dead {
        used = !all.isEmpty() && (random.below(TRIES + tries) < GAINS + gains || random.oneIn(LEAST));
        if (!used) {
            return;
        }
        List<Sequence> own = byClass.getOrDefault(operation.owner, all);
        List<Sequence> from = random.oneIn(4) ? all : own;
        Sequence sequence = from.get(random.below(from.size()));
        if (Homes.isNameable(sequence.home(), builder.home())) {
            for (int times = 1 + random.below(MOST_TIMES); times > 0; times--) {
                builder.append(sequence);
            }
        }
    }

    /** The sequence has ended that began with {@link #before}. */
    void end(boolean gained) {
        tries += used ? 1 : 0;
        gains += used && gained ? 1 : 0;
        used = false;
    }
}
