package everypath.sweep;

import everypath.probes.Nearest;

/** Runs sequences that came nearest to open goals, with changes, so that they come nearer. */
final class Approach {
    private final Frontier frontier;
    private final Mutation mutation;
    private final SequenceBuilder builder;
    private OpenSide side;

    Approach(Frontier frontier, Mutation mutation, SequenceBuilder builder) {
        this.frontier = frontier;
        this.mutation = mutation;
        this.builder = builder;
    }

    /** Before each sequence: how near it comes is noted. */
    void begin() {
        side = null;
        Nearest.begin();
    }

    /** Varies the sequence that came nearest to a side; the first time it is run as it is. */
    void run(OpenSide chosen) throws SequenceBuilder.Dead {
        side = chosen;
        builder.begin(side.home);
        if (side.isChecked) {
            mutation.run(side);
        } else {
            frontier.check(side);
            mutation.look(side);
        }
    }

    /** After each sequence: takes note of how near it came. */
    void end(double cost) {
        boolean first = side != null && !side.isChecked;
        frontier.take(builder.statements(), builder.home(), builder.cost());
        if (side != null) {
            side.spent += cost;
            if (first) {
                mutation.looked(side);
            } else if (side.isChecked) {
                mutation.ran(side);
            }
        }
    }

    /** Forgets how near it came: it met a sink. */
    void forget(double cost) {
        if (side != null) {
            side.spent += cost;
        }
        frontier.forget();
    }
}
