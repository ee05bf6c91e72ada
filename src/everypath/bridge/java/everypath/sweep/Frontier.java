package everypath.sweep;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import everypath.bridge.ProbeTable;
import everypath.probes.Nearest;

/**
 * The open sides of decisions that have a passed side: sequences reach the decision, and how near they come to the open
 * side is known. Of each side the sequence is kept that came nearest.
 */
final class Frontier {
    private static final int CHOSEN_FROM = 4;

    /** Sequences that cost more are not varied. */
    private static final double MOST_COST = 2000;

    private final byte[] open;
    private final RandomSource random;

    /** By probe, the first side of its decision, and one more; zero for what is no side. */
    private int[] firsts = {};

    /** How many sides a decision has, by its first side. */
    private int[] counts = {};

    private final Map<Integer, OpenSide> bySide = new HashMap<>();
    private final List<OpenSide> sides = new ArrayList<>();
    private long nearer;
    private OpenSide checked;
    private double expected;

    /**
     * Without sides.
     *
     * @param open one byte for each probe, 1 where it is open
     */
    Frontier(byte[] open, RandomSource random) {
        this.open = open;
        this.random = random;
    }

    /** Takes the decisions of a class. An initialiser runs once: its decisions are of no use. */
    void add(ProbeTable table) {
        int end = table.first() + table.size();
        if (end > firsts.length) {
            firsts = Arrays.copyOf(firsts, Math.max(end, 2 * firsts.length));
            counts = Arrays.copyOf(counts, firsts.length);
        }
        for (ProbeTable.MethodProbes method : table.methods()) {
            if (!method.name().equals("<clinit>")) {
                add(method.probes(), table.first() + method.first());
            }
        }
    }

    private void add(List<Object> probes, int from) {
        int first = 0;
        Object decision = null;
        for (int i = 0; i < probes.size(); i++) {
            List<?> probe = (List<?>) probes.get(i);
            if (!probe.get(0).equals(-1)) {
                decision = null;
                continue;
            }
            if (!probe.get(1).equals(decision)) {
                decision = probe.get(1);
                first = from + i;
            }
            firsts[from + i] = first + 1;
            counts[first]++;
        }
    }

    /** A goal was closed or opened again. */
    void changed(int probe) {
        int first = probe < firsts.length ? firsts[probe] - 1 : -1;
        if (first < 0) {
            return;
        }
        int end = first + counts[first];
        int left = 0;
        for (int i = first; i < end; i++) {
            left += open[i];
        }
        boolean reached = left < end - first;
        for (int i = first; i < end; i++) {
            Nearest.WANTED[i] = (byte) (reached ? open[i] : 0);
        }
        Nearest.DECISIONS[first] = (byte) (reached && left > 0 ? 1 : 0);
        Nearest.DISTANCES[probe] = Double.POSITIVE_INFINITY;
        remove(probe);
    }

    private void remove(int probe) {
        OpenSide closed = bySide.remove(probe);
        if (closed != null) {
            OpenSide last = sides.remove(sides.size() - 1);
            if (last != closed) {
                sides.set(closed.place, last);
                last.place = closed.place;
            }
        }
    }

    /** How often a sequence came nearer to an open side than those before it. */
    long nearer() {
        return nearer;
    }

    /** A side to come nearer to, rather one on which little was spent; null where there is none. */
    OpenSide choose() {
        OpenSide best = null;
        for (int tries = sides.isEmpty() ? 0 : CHOSEN_FROM; tries > 0; tries--) {
            OpenSide each = sides.get(random.below(sides.size()));
            if (each.cost < MOST_COST && (best == null || each.spent < best.spent)) {
                best = each;
            }
        }
        return best;
    }

    /** The nearest sequence of a side is run as it is, to see whether it comes as near without what it left out. */
    void check(OpenSide side) {
        checked = side;
        expected = Nearest.DISTANCES[side.probe];
        Nearest.DISTANCES[side.probe] = Double.POSITIVE_INFINITY;
    }

    /** Takes what came nearer in the last run, whose statements these are. */
    void take(List<Statement> statements, String home, double cost) {
        endCheck();
        Sequence whole = null;
        Sequence slice = null;
        int sliced = -1;
        for (int i = 0; i < Nearest.count; i++) {
            int at = Nearest.STATEMENTS[i];
            if (at >= statements.size()) {
                Nearest.undo(i);
            } else if (Nearest.WANTED[Nearest.SIDES[i]] != 0) {
                if (at != sliced) {
                    whole = new Sequence(statements.subList(0, at + 1).toArray(new Statement[0]), at);
                    slice = Sequence.slice(statements.subList(0, at + 1), at, true);
                    sliced = at;
                }
                OpenSide side = side(Nearest.SIDES[i]);
                nearer++;
                side.nearest = slice;
                side.whole = whole;
                side.isChecked = false;
                side.home = home;
                side.cost = cost;
                side.left = Nearest.LEFT[i];
                side.right = Nearest.RIGHT[i];
                side.trials.clear();
                side.spent = 0;
            }
        }
        Nearest.take();
    }

    private OpenSide side(int probe) {
        OpenSide side = bySide.get(probe);
        if (side == null) {
            side = new OpenSide(probe);
            side.place = sides.size();
            bySide.put(probe, side);
            sides.add(side);
        }
        return side;
    }

    private void endCheck() {
        if (checked == null) {
            return;
        }
        if (Nearest.DISTANCES[checked.probe] > expected) {
            checked.nearest = checked.whole;
        }
        Nearest.settle(checked.probe, expected);
        checked.isChecked = true;
        checked.whole = null;
        checked = null;
    }

    /** Forgets what came nearer in the last run. */
    void forget() {
        endCheck();
        Nearest.begin();
    }
}
