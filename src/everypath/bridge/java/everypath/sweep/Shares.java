package everypath.sweep;

/**
 * Divides the cost of a sweep among kinds of sequences: each has a part by the goals that it gained of late for what it
 * cost, and at least a small one.
 */
final class Shares {
    /** How a sequence is made. */
    enum Kind {
        /** A new one, for an operation. */
        NEW,
        /** A kept one with a change. */
        VARIED,
        /** One that came nearest to an open goal, with changes. */
        NEARER
    }

    private static final double[] LEAST = {0.2, 0.1, 0.1};

    /** How much of what was gained and spent counts after a while. */
    private static final double REMEMBERED = 0.8;

    /** What counts as gained by each kind for so much cost, before anything is known. */
    private static final double FEW = 0.5;

    private static final double LITTLE = 100;

    private final double[] gains = new double[LEAST.length];
    private final double[] costs = new double[LEAST.length];
    private final double[] parts = {0.6, 0.2, 0.2};

    /** What is spent on each kind since the parts were set. */
    private final double[] spent = new double[LEAST.length];

    /** The kind that got least of its part. */
    Kind next() {
        int best = 0;
        for (int i = 1; i < parts.length; i++) {
            if (spent[i] / parts[i] < spent[best] / parts[best]) {
                best = i;
            }
        }
        return Kind.values()[best];
    }

    /**
     * A sequence was run, for so much cost and with so many goals.
     *
     * @param due the kind that was to be made, whose part it takes, though there may have been nothing to make it of
     * @param made the kind that was made
     */
    void spend(Kind due, Kind made, double cost, int gained) {
        spent[due.ordinal()] += cost;
        costs[made.ordinal()] += cost;
        gains[made.ordinal()] += gained;
    }

    /** Sets the parts anew. */
    void divide() {
        double sum = 0;
        for (int i = 0; i < parts.length; i++) {
            parts[i] = (gains[i] + FEW) / (costs[i] + LITTLE);
            sum += parts[i];
            gains[i] *= REMEMBERED;
            costs[i] *= REMEMBERED;
            spent[i] = 0;
        }
        double free = 1 - LEAST[0] - LEAST[1] - LEAST[2];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = LEAST[i] + free * parts[i] / sum;
        }
    }
}
