package everypath.sweep;

import java.util.List;

/**
 * Statements that ran.
 *
 * @param statements at most {@link #LONGEST}
 * @param result the place of the value that it is for
 */
record Sequence(Statement[] statements, int result) {
    static final int LONGEST = 80;

    /** From where all of it can be named, see {@link Homes}. */
    String home() {
        String home = Homes.ANYWHERE;
        for (Statement each : statements) {
            if (!each.isConstant()) {
                home = Homes.both(home, each.operation().home);
            }
        }
        return home;
    }

    /**
     * What a value needs of the statements that ran: those that made it, and (with {@code changes}) those that took one
     * of these values, and so may have changed it.
     */
    static Sequence slice(List<Statement> all, int wanted, boolean changes) {
        boolean[] needed = new boolean[all.size()];
        needed[wanted] = true;
        return slice(all, needed, wanted, changes);
    }

    /** The same for several statements. */
    static Sequence slice(List<Statement> all, boolean[] needed, int wanted, boolean changes) {
        boolean more = true;
        while (more) {
            more = false;
            for (int i = all.size() - 1; i >= 0; i--) {
                Statement each = all.get(i);
                if (each.isConstant()) {
                    continue;
                }
                if (!needed[i] && changes && takes(each, needed, all)) {
                    needed[i] = true;
                }
                if (needed[i]) {
                    for (int argument : each.arguments()) {
                        more |= !needed[argument];
                        needed[argument] = true;
                    }
                }
            }
        }
        return only(all, needed, wanted);
    }

    private static boolean takes(Statement statement, boolean[] values, List<Statement> all) {
        for (int argument : statement.arguments()) {
            if (values[argument] && !all.get(argument).isConstant()) {
                return true;
            }
        }
        return false;
    }

    /** The chosen statements, where none takes the value of one that is not chosen. */
    static Sequence only(List<Statement> all, boolean[] chosen, int wanted) {
        int count = 0;
        int[] places = new int[all.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = count;
            count += chosen[i] ? 1 : 0;
        }
        Statement[] result = new Statement[count];
        for (int i = 0; i < places.length; i++) {
            if (chosen[i]) {
                result[places[i]] = all.get(i).moved(places);
            }
        }
        return new Sequence(result, places[wanted]);
    }
}
