package everypath.sweep;

import java.util.Arrays;

/** Sequences that are parts of others. */
final class Reduction {
    private Reduction() {}

    /**
     * The sequence without the operations at {@code from} to {@code to}, and those that take their values. Where
     * an operation left out returns a value of its receiver's type, the receiver stands for it. Null where this is no
     * shorter, or the last operation takes such a value.
     */
    static Sequence without(Sequence sequence, int from, int to) {
        Statement[] all = sequence.statements();
        int[] places = new int[all.length];
        boolean[] chosen = new boolean[all.length];
        boolean shorter = false;
        for (int i = 0; i < all.length; i++) {
            Statement each = all[i];
            boolean lacks = false;
            for (int argument : each.arguments()) {
                lacks |= places[argument] < 0;
            }
            boolean left = !each.isConstant() && (lacks || i >= from && i < to);
            places[i] = !left ? i : !lacks && returnsItsLike(all, i) ? places[each.arguments()[0]] : -1;
            chosen[i] = !left;
            shorter |= left;
        }
        return shorter ? rest(sequence, chosen, places) : null;
    }

    /**
     * The sequence with an earlier value of the same type in place of the one at {@code at}; null where there is none.
     */
    static Sequence withEarlier(Sequence sequence, int at) {
        Statement[] all = sequence.statements();
        if (all[at].isConstant()) {
            return null;
        }
        int[] places = new int[all.length];
        boolean[] chosen = new boolean[all.length];
        Arrays.fill(chosen, true);
        for (int i = 0; i < all.length; i++) {
            places[i] = i;
        }
        for (int i = 0; i < at; i++) {
            if (!all[i].isConstant() && all[i].operation().result.equals(all[at].operation().result)) {
                places[at] = i;
                chosen[at] = false;
                return rest(sequence, chosen, places);
            }
        }
        return null;
    }

    private static boolean returnsItsLike(Statement[] all, int at) {
        Statement each = all[at];
        if (!each.operation().hasReceiver) {
            return false;
        }
        Statement receiver = all[each.arguments()[0]];
        return !receiver.isConstant() && receiver.operation().result.equals(each.operation().result);
    }

    /**
     * The chosen statements, without values that nothing takes any more, with those at other places as arguments; null
     * if the result is not among them.
     */
    private static Sequence rest(Sequence sequence, boolean[] chosen, int[] places) {
        Statement[] all = sequence.statements().clone();
        if (!chosen[sequence.result()]) {
            return null;
        }
        boolean[] taken = new boolean[all.length];
        boolean[] wasTaken = new boolean[all.length];
        for (Statement each : all) {
            for (int argument : each.arguments()) {
                wasTaken[argument] = true;
            }
        }
        for (int i = all.length - 1; i >= 0; i--) {
            chosen[i] &= i == sequence.result() || taken[i] || !wasTaken[i];
            if (chosen[i]) {
                all[i] = all[i].moved(places);
                for (int argument : all[i].arguments()) {
                    taken[argument] = true;
                }
            }
        }
        return Sequence.only(Arrays.asList(all), chosen, sequence.result());
    }
}
