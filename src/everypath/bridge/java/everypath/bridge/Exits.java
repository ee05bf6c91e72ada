package everypath.bridge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import everypath.probes.Probes;

/** How methods are left, where that is asked for: where they returned, and which exceptions left which of them. */
final class Exits {
    /** Set for a process that only runs the tests of a project. */
    private static final boolean ASKED = Boolean.getBoolean("everypath.exits");

    /** What runs tests is none of the code under test. */
    private static final List<String> RUNNING = List.of(
            "org.junit.", "junit.", "org.testng.", "org.hamcrest.", "org.opentest4j.", "everypath.", "net.bytebuddy.");

    /** The places where methods return, with their numbers. */
    private static final Map<String, Integer> NUMBERS = new LinkedHashMap<>();

    private Exits() {}

    /** Whether anybody wants to know of the methods of a class. */
    static boolean areAsked(String className) {
        return ASKED && NUMBERS.size() < Probes.RETURNED.length && RUNNING.stream().noneMatch(className::startsWith);
    }

    /** The number of an instruction that returns, given as the method, {@code @} and its place. */
    static synchronized int number(String place) {
        return Math.min(NUMBERS.computeIfAbsent(place, each -> NUMBERS.size()), Probes.RETURNED.length - 1);
    }

    /** Forgets what happened so far. */
    static void reset() {
        int count = Probes.leftCount; // which code under test may have set
        Arrays.fill(Probes.LEFT, 0, count < 0 || count > Probes.LEFT.length ? Probes.LEFT.length : count, null);
        Probes.leftCount = 0;
        if (ASKED) {
            Arrays.fill(Probes.RETURNED, (byte) 0);
        }
    }

    /**
     * Puts {@code [method, exception, frames]} of each exception that left a method under {@code left}, each once, and
     * the instructions that returned under {@code ended}.
     */
    static synchronized void describe(Map<String, Object> answer) {
        if (!ASKED) {
            return;
        }
        Set<Object> left = new LinkedHashSet<>();
        for (int i = 0; i + 1 < Math.min(Probes.leftCount, Probes.LEFT.length); i += 2) {
            Throwable thrown = (Throwable) Probes.LEFT[i];
            left.add(Arrays.asList(Probes.LEFT[i + 1], thrown.getClass().getName(), trace(thrown)));
        }
        List<Object> ended = new ArrayList<>();
        NUMBERS.forEach((place, number) -> {
            if (Probes.RETURNED[number] != 0) {
                ended.add(place);
            }
        });
        answer.put("left", List.copyOf(left));
        answer.put("ended", ended);
        reset();
    }

    private static List<Object> trace(Throwable thrown) {
        try {
            return Traces.frames(thrown.getStackTrace());
        } catch (RuntimeException | Error e) {
            return List.of(); // the exception's own method failed
        }
    }
}
