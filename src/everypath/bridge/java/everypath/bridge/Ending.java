package everypath.bridge;

import everypath.probes.Probes;

/**
 * How far the code under test got.
 *
 * @param used steps it took
 * @param exit set when it asked the JVM to exit
 * @param spent whether it took more steps than it was granted
 * @param stop what unwinds it, null when nothing does
 */
record Ending(long used, Probes.Exit exit, boolean spent, Error stop) {
    /** Steps granted beyond the budget to write the result, which may run code under test (an iterator, a message). */
    static final long FUEL_FOR_RESULT = 1_000_000;

    /** Takes note, and lets probes pass again: the bridge itself may use instrumented JDK classes. */
    static Ending reached(long granted) {
        long used = granted - Probes.fuel;
        Probes.Exit exit = Probes.exit;
        Error stop = Probes.stop;
        boolean spent = Probes.spent && exit == null;
        Probes.stop = null;
        Probes.grant(FUEL_FOR_RESULT);
        return new Ending(used, exit, spent, stop);
    }
}
