package everypath.bridge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs many plans in one loader and puts the static state back after each: a quick way to see what they pass.
 *
 * <p>What a plan passes must not depend on which classes earlier ones have initialised: where static initialisers ran,
 * it is run again, and what the initialisers passed is kept apart.
 */
final class RestoringRunner {
    /** Characters of a returned string that are sent. */
    private static final int MOST_TEXT = 4096;

    /** How many times the limit of one plan all of a request may take. */
    private static final int MOST_OF_LIMIT = 4;

    /** How often a plan is run: again where initialisers ran, or other classes were used than expected. */
    private static final int MOST_RUNS = 4;

    private static final Set<String> REPEATED = Set.of("ok", "throw", "setup-throw", "after-throw");

    private final Target target;
    private final Guard guard;
    private final Environment environment;
    private final Containment containment;
    private final Threads threads;
    private final Map<String, Object> printed = new HashMap<>();

    /** The classes whose initialisers failed in some loader. */
    private final Set<String> failed = new HashSet<>();

    private StaticHeap heap;

    /** The members, by number, whose classes were initialised for the loader in use. */
    private BitSet ready;

    private int namesSent;
    private int reasonsSent;

    RestoringRunner(Target target, Guard guard, Environment environment, Containment containment) {
        this.target = target;
        this.guard = guard;
        this.environment = environment;
        this.containment = containment;
        this.threads = new Threads(containment);
    }

    /** What one run of one plan did, and whether the process can go on. */
    private static final class Outcome {
        String status;
        long steps;
        int[] hits;
        int[] initial;
        Object returned;
        String exception;
        Integer step;
        Integer sink;
        int last;
        boolean isUnsure;
        boolean retire;
        Set<String> initialised;
        boolean hasFailed;

        /** Whether a class failed before the plan used it. */
        boolean isEarly;

        /** {@code [status, steps, hits, returned, exception, step, sink, initial, unsure]}, no nulls at the end. */
        List<Object> encode() {
            List<Object> all = new ArrayList<>(Arrays.asList(
                    status, steps, hits, returned, exception, step, sink, initial, isUnsure ? true : null));
            while (all.get(all.size() - 1) == null) {
                all.remove(all.size() - 1);
            }
            return all;
        }
    }

    /**
     * Runs the plans, {@code [steps, call]} each. The answer holds the outcomes of the first ones under {@code done}:
     * of all, or of those up to one that costs the process, or those that were ready when the time was up. Under
     * {@code names} are the classes that hits number for the first time; the time that it took comes with it.
     */
    Map<String, Object> run(Map<String, Object> request) {
        long begin = System.nanoTime();
        long fuel = (Long) request.get("fuel");
        long millis = (Long) request.get("ms");
        List<Object> done = new ArrayList<>();
        List<Object> names = new ArrayList<>();
        Map<String, Object> answer = new HashMap<>();
        answer.put("done", done);
        answer.put("names", names);
        guard.hold(answer);
        try {
            for (Object each : (List<?>) request.get("plans")) {
                List<?> plan = (List<?>) each;
                int call = ((Long) plan.get(1)).intValue();
                Outcome outcome = replay(request.get("id"), (List<?>) plan.get(0), call, fuel, millis);
                done.add(outcome.encode());
                for (Object name : target.classNames(namesSent)) {
                    names.add(name);
                    namesSent++;
                }
                if (outcome.retire) {
                    answer.put("retire", true);
                }
                if (outcome.retire || System.nanoTime() - begin > millis * MOST_OF_LIMIT * 1_000_000) {
                    break;
                }
            }
        } finally {
            guard.hold(Map.of());
            StaticHeap.ignore();
        }
        Map<String, String> needsFresh = target.sharedHeap().needsFresh();
        if (needsFresh.size() != reasonsSent) {
            reasonsSent = needsFresh.size();
            answer.put("needs", needsFresh);
        }
        answer.put("nanos", System.nanoTime() - begin);
        return answer;
    }

    private Outcome replay(Object id, List<?> steps, int call, long fuel, long millis) {
        Set<String> used = used(steps, steps.size());
        int[] initial = null;
        Outcome outcome;
        int runs = 0;
        boolean isOther;
        do {
            outcome = once(id, steps, call, fuel, millis, used);
            Set<String> met = met(steps, outcome);
            isOther = !outcome.initialised.isEmpty() || !met.equals(used);
            initial = initial == null && !outcome.initialised.isEmpty() ? outcome.hits : initial;
            used = met;
            runs++;
        } while (isOther
                && runs < MOST_RUNS
                && REPEATED.contains(outcome.status)
                && !outcome.retire
                && (!outcome.hasFailed || outcome.isEarly));
        if (outcome.status.equals("oom")) {
            outcome.retire |= isShortOfMemory();
        }
        if (initial != null) {
            outcome.initial = initial;
            outcome.isUnsure |= meetsUnsure(initial);
        }
        return outcome;
    }

    /** The classes of members that the first steps of a plan name whose initialisers have effects. */
    private Set<String> used(List<?> steps, int end) {
        if (heap == null || !heap.hasEffects()) {
            return Set.of();
        }
        Set<String> result = new HashSet<>();
        for (String each : Plan.classesNamed(steps.subList(0, end), target.members())) {
            addEffect(each, result);
        }
        return result;
    }

    /** The classes that a run initialised, named or passed whose initialisers have effects. */
    private Set<String> met(List<?> steps, Outcome outcome) {
        Set<String> result = used(steps, Math.min(steps.size(), outcome.last + 1));
        if (heap.hasEffects()) {
            for (String each : outcome.initialised) {
                addEffect(each, result);
            }
            int last = -1;
            for (int hit : outcome.hits) {
                if (hit >> 16 != last) {
                    last = hit >> 16;
                    addEffect(target.className(last), result);
                }
            }
        }
        return result;
    }

    private void addEffect(String className, Set<String> used) {
        if (heap.hasEffect(className)) {
            used.add(className);
        }
    }

    /** Whether memory is short although what the plan made is out of reach. */
    private static boolean isShortOfMemory() {
        Runtime jvm = Runtime.getRuntime();
        System.gc();
        return jvm.totalMemory() - jvm.freeMemory() > jvm.maxMemory() / 2;
    }

    private Outcome once(Object id, List<?> steps, int call, long fuel, long millis, Set<String> used) {
        TargetLoader loader = target.sharedLoader();
        if (heap != target.sharedHeap()) {
            heap = target.sharedHeap();
            ready = new BitSet();
        }
        heap.listen();
        int failures = heap.failed().size();
        Outcome outcome = new Outcome();
        Plan plan = new Plan(loader.members(), steps);
        if (!used.isEmpty()) {
            heap.apply(used);
        }
        target.takeHits();
        Exits.reset();
        Thread.currentThread().setContextClassLoader(loader);
        containment.begin(false);
        guard.begin(id, fuel, millis);
        Throwable thrown = null;
        containment.bracket(false);
        try {
            outcome.isEarly = !initialise(steps, loader);
            plan.run(0, steps.size());
        } catch (Throwable e) {
            thrown = e;
        } finally {
            containment.bracket(true);
        }
        Ending ending = Ending.reached(fuel);
        boolean overdue = guard.end();
        outcome.hits = target.takeHits();
        outcome.steps = Math.max(0, ending.used()); // more is granted while an initialiser runs
        outcome.last = plan.position();
        describe(outcome, plan, call, thrown);
        finish(outcome, ending, overdue);
        outcome.initialised = heap.restore();
        outcome.hasFailed = heap.failed().size() > failures;
        outcome.isUnsure = outcome.hasFailed || isUnsure(outcome);
        if (plan.forcedState() || failed.addAll(heap.failed())) {
            target.discardSharedLoader(); // a class that failed for the first time may not fail again
        }
        return outcome;
    }

    /** Initialises the classes that a plan names while no step has changed anything; false where one fails. */
    private boolean initialise(List<?> steps, TargetLoader loader) {
        boolean result = true;
        for (Object each : steps) {
            Member member = memberOf((List<?>) each);
            if (member == null || ready.get(memberNumber((List<?>) each))) {
                continue;
            }
            ready.set(memberNumber((List<?>) each));
            if (!failed.contains(member.owner().replace('/', '.'))) {
                try {
                    Access.initialise(loader.members().type(member.owner()));
                } catch (PlanException | LinkageError e) {
                    result = false; // the step that uses it says so
                }
            }
        }
        return result;
    }

    /** The member that a step names, null where there is none. */
    private Member memberOf(List<?> step) {
        boolean isNamed = step.size() > 1 && step.get(0) instanceof Long && step.get(1) instanceof Long;
        return isNamed ? target.members().get(memberNumber(step)) : null;
    }

    private static int memberNumber(List<?> step) {
        return ((Long) step.get(1)).intValue();
    }

    private static void describe(Outcome outcome, Plan plan, int call, Throwable thrown) {
        if (thrown == null) {
            outcome.status = "ok";
            outcome.returned = returned(plan.value(call), plan.isPrimitive(call));
            return;
        }
        int position = plan.position();
        outcome.step = position;
        outcome.exception = thrown.getClass().getName();
        if (thrown instanceof PlanException) {
            outcome.status = "bad-plan";
            outcome.exception = thrown.getMessage();
        } else if (thrown instanceof OutOfMemoryError) {
            outcome.status = "oom";
        } else {
            outcome.status = position < call ? "setup-throw" : position > call ? "after-throw" : "throw";
        }
    }

    private static Object returned(Object value, boolean isPrimitive) {
        if (value == null) {
            return List.of("N");
        } else if (isPrimitive) {
            return Values.primitive(value);
        } else if (value instanceof String text) {
            try {
                return Arrays.asList("T", text.substring(0, Math.min(text.length(), MOST_TEXT)));
            } catch (NullPointerException e) {
                return null; // no constructor has run on it
            }
        }
        return null;
    }

    private void finish(Outcome outcome, Ending ending, boolean overdue) {
        int left = threads.end();
        int account = containment.account();
        int met = (account >> Containment.BITS) - 1;
        if (met >= 0) {
            outcome.status = "contained";
            outcome.sink = met;
        } else if (ending.exit() != null) {
            outcome.status = "exit";
        } else if (overdue) {
            outcome.status = "timeout";
        } else if (ending.spent()) {
            outcome.status = "fuel";
        }
        if (!REPEATED.contains(outcome.status) && !outcome.status.equals("bad-plan")) {
            outcome.returned = null;
            outcome.exception = null;
            outcome.step = null;
        }
        environment.restore(printed);
        printed.clear();
        boolean clear = containment.clear(account);
        outcome.retire = left > 0 || !clear || (account & Containment.WORN) != 0;
    }

    /** Whether a loader of its own might show something else: the plan met a class of which that is known. */
    private boolean isUnsure(Outcome outcome) {
        if (heap.needsFresh().isEmpty()) {
            return false;
        }
        if (outcome.exception != null && !failed.isEmpty() && outcome.exception.endsWith("Error")) {
            return true;
        }
        return meetsUnsure(outcome.hits);
    }

    private boolean meetsUnsure(int[] hits) {
        int last = -1;
        for (int hit : hits) {
            if (hit >> 16 != last && heap.needsFresh().containsKey(target.className(hit >> 16))) {
                return true;
            }
            last = hit >> 16;
        }
        return false;
    }
}
