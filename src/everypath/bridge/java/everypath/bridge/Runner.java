package everypath.bridge;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import everypath.probes.Probes;

/** Runs plans one after the other and says how each of them ended. */
final class Runner {
    /** What an answer does not hold when the code was stopped: exceptions of the stop itself mean nothing. */
    private static final List<String> UNFINISHED = List.of(
            "exception", "message", "causes", "returned", "observed", "objects", "step", "note");

    private static final long PAUSE_MILLIS = 3;

    /** How replays end that are run again where that matters; the others take long or leave the JVM unusable. */
    private static final Set<Object> REPEATED = Set.of("ok", "throw", "setup-throw", "after-throw");

    private final Target target;
    private final Guard guard;
    private final Environment environment;
    private final Containment containment;
    private final Threads threads;

    /** Given up where memory has run out, so that the answer can be written. */
    private byte[] reserve = new byte[1 << 20];

    /** The loader of the last run. */
    private TargetLoader used;

    /** Whether static initialisers ran in the last run that put static state back. */
    private boolean hasInitialised;

    Runner(Target target, Guard guard, Environment environment, Containment containment) {
        this.target = target;
        this.guard = guard;
        this.environment = environment;
        this.containment = containment;
        this.threads = new Threads(containment);
    }

    /**
     * One replay: the answer holds {@code status} and what belongs to it.
     *
     * <p>What a replay passes must not depend on which classes an earlier one has initialised. Where its loader serves
     * the next one, too, it is run again if initialisers ran, and these are kept apart, under {@code initial}; else it
     * counts on a loader of its own.
     */
    Map<String, Object> replay(Map<String, Object> request) {
        if (request.containsKey("restore")) {
            return restored(request);
        }
        if (request.containsKey("defaults")) {
            return once(request);
        }
        TargetLoader before = target.current();
        before = before != null && before.holdsMutableStatics() ? null : before; // it serves no more
        Map<String, Object> answer = once(request);
        if (request.get("fresh") != null || !REPEATED.contains(answer.get("status")) || answer.containsKey("retire")) {
            return answer;
        }
        TargetLoader after = target.current();
        boolean serves = after != null && !after.holdsMutableStatics();
        List<Object> passed = joined(answer);
        if (serves && target.passedInitialiser(passed)) {
            Map<String, Object> again = once(request);
            again.put("initial", passed);
            return again;
        }
        if (!serves && before != null && before == used) {
            target.discardLoader();
            return once(request);
        }
        return answer;
    }

    /**
     * One replay in the loader whose static state is put back afterwards. If initialisers ran, it is run again, and
     * what they passed is kept apart, under {@code initial}.
     */
    private Map<String, Object> restored(Map<String, Object> request) {
        StaticHeap heap = target.sharedHeap();
        Map<String, Object> answer = restoredOnce(request, heap);
        if (!hasInitialised
                || request.containsKey("statics")
                || !REPEATED.contains(answer.get("status"))
                || answer.containsKey("retire")) {
            return answer;
        }
        List<Object> passed = joined(answer);
        Map<String, Object> again = restoredOnce(request, heap);
        again.put("initial", passed);
        return again;
    }

    private Map<String, Object> restoredOnce(Map<String, Object> request, StaticHeap heap) {
        heap.listen();
        try {
            if (heap.hasEffects()) {
                for (String each : Plan.classesNamed((List<?>) request.get("steps"), target.members())) {
                    heap.use(each);
                }
            }
            return once(request);
        } finally {
            StaticHeap.ignore();
            hasInitialised = !heap.restore().isEmpty();
        }
    }

    private static List<Object> joined(Map<String, Object> answer) {
        List<Object> all = new ArrayList<>((List<?>) answer.getOrDefault("before", List.of()));
        all.addAll((List<?>) answer.getOrDefault("hits", List.of()));
        return all;
    }

    private Map<String, Object> once(Map<String, Object> request) {
        Map<String, Object> answer = new LinkedHashMap<>();
        List<?> steps = (List<?>) request.get("steps");
        int call = ((Long) request.get("call")).intValue();
        long fuel = (Long) request.get("fuel");
        Map<?, ?> defaults = (Map<?, ?>) request.get("defaults");
        boolean restores = request.containsKey("restore");
        used = null;
        Thread.currentThread().setContextClassLoader(null);
        TargetLoader loader = restores
                ? target.sharedLoader()
                : defaults == null
                        ? target.loader((Boolean) request.get("fresh"))
                        : target.loaderWith((Boolean) defaults.get("assertions"), !Environment.isElsewhere(defaults));
        if (defaults != null) {
            environment.use(defaults);
        }
        used = loader;
        Plan plan = new Plan(loader.members(), steps);
        target.resetHits();
        Exits.reset();
        Thread.currentThread().setContextClassLoader(loader);
        containment.begin(request.containsKey("fallback"));
        guard.begin(request.get("id"), fuel, (Long) request.get("ms"));
        Ending ending;
        Throwable thrown = null;
        try {
            boolean isSlow = defaults != null && (Boolean) defaults.get("slow");
            thrown = run(plan, call, steps.size(), fuel, isSlow, answer);
            ending = Ending.reached(fuel);
            answer.put("hits", target.hits());
            Exits.describe(answer);
            if (ending.stop() == null) {
                SnapshotWriter writer = new SnapshotWriter(target, request.containsKey("whole"), restores);
                containment.bracket(false);
                describe(answer, plan, call, thrown, (List<?>) request.get("observe"), writer);
                if (!restores) {
                    decide(loader);
                }
                containment.bracket(true);
            } else {
                answer.put("trace", Traces.frames(ending.stop().getStackTrace()));
            }
        } catch (Throwable e) {
            // Writing the result ran code under test and failed, or memory ran out on the way.
            reserve = e instanceof OutOfMemoryError ? null : reserve;
            thrown = e;
            containment.bracket(true);
            ending = Ending.reached(Ending.FUEL_FOR_RESULT);
            answer.keySet().retainAll(List.of("before"));
            answer.put("hits", target.hits());
            answer.put("status", e instanceof OutOfMemoryError ? "oom" : "throw");
            answer.put("exception", e.getClass().getName());
            answer.put("message", "while the result was read");
        }
        boolean overdue = guard.end();
        boolean isFit = finish(answer, ending, overdue, thrown);
        if (request.containsKey("statics")) {
            describeStatics(answer, loader, restores);
        }
        if (restores && !isFit) {
            target.discardSharedLoader();
        } else if (!isFit || plan.forcedState()) {
            target.discardLoader();
        }
        return answer;
    }

    /** Finds out whether the loader may serve the next replay; code under test that gets in the way says no. */
    private void decide(TargetLoader loader) {
        try {
            loader.decide();
        } catch (RuntimeException | Error e) {
            target.discardLoader();
        }
    }

    private void describeStatics(Map<String, Object> answer, TargetLoader loader, boolean restores) {
        if (loader.holdsMutableStatics()) {
            answer.put("statics", true);
        }
        if (!restores) {
            answer.put("initialised", target.initialised(loader));
            answer.put("unusable", target.unusable(loader, joined(answer)));
        }
    }

    /** Runs the steps; what is passed before the call is kept apart. If it is slow, time passes around the call. */
    private Throwable run(
            Plan plan, int call, int end, long fuel, boolean isSlow, Map<String, Object> answer) {
        containment.bracket(false);
        try {
            plan.run(0, call);
            if (Probes.fuel != fuel) {
                List<Object> hits = target.hits();
                answer.put("before", hits);
                target.resetHits();
                if (isSlow) {
                    pause(hits);
                }
            }
            plan.run(call, call + 1);
            if (isSlow && call + 1 < end) {
                pause(target.hits());
            }
            plan.run(call + 1, end);
            return null;
        } catch (Throwable e) {
            return e;
        } finally {
            containment.bracket(true);
        }
    }

    /** Lets time pass where what ran so far has read the clock. */
    private void pause(List<?> hits) throws InterruptedException {
        if (target.passedClock(hits)) {
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    private void describe(
            Map<String, Object> answer,
            Plan plan,
            int call,
            Throwable thrown,
            List<?> observe,
            SnapshotWriter writer) {
        boolean reached = plan.position() >= call;
        if (thrown instanceof PlanException) {
            answer.put("status", "bad-plan");
            answer.put("message", thrown.getMessage());
            return;
        }
        if (thrown == null) {
            answer.put("status", "ok");
            answer.put("returned", value(writer, plan, call));
        } else {
            String when = plan.position() < call ? "setup-throw" : plan.position() > call ? "after-throw" : "throw";
            answer.put("status", thrown instanceof OutOfMemoryError && reached ? "oom" : when);
            Throwables.describe(answer, thrown);
            answer.put("step", plan.position());
        }
        if (reached) {
            List<Object> observed = new ArrayList<>();
            for (Object step : observe) {
                observed.add(value(writer, plan, ((Long) step).intValue()));
            }
            answer.put("observed", observed);
        }
        answer.put("objects", writer.objects());
    }

    private static Object value(SnapshotWriter writer, Plan plan, int step) {
        Object value = plan.value(step);
        return plan.isPrimitive(step) && value != null ? SnapshotWriter.primitive(value) : writer.reference(value);
    }

    /** Completes the answer; false where the loader is not to be used again. */
    private boolean finish(Map<String, Object> answer, Ending ending, boolean overdue, Throwable thrown) {
        int left = threads.end();
        Probes.Exit exit = ending.exit();
        int account = containment.account();
        int met = (account >> Containment.BITS) - 1;
        if (exit != null || overdue || ending.spent() || met >= 0) {
            answer.keySet().removeAll(UNFINISHED);
        }
        if (met >= 0) {
            answer.put("status", "contained");
            answer.put("sink", met);
        } else if (exit != null) {
            answer.put("status", "exit");
            answer.put("exit", exit.status);
            answer.put("trace", Traces.frames(exit.getStackTrace()));
        } else if (overdue) {
            answer.put("status", "timeout");
            answer.put("trace", guard.place());
        } else if (ending.spent()) {
            answer.put("status", "fuel");
        }
        answer.put("steps", ending.used());
        environment.restore(answer);
        if (left > 0) {
            answer.put("threads", left);
        }
        Object status = answer.get("status");
        boolean hasWritten = (account & Containment.WRITTEN) != 0;
        if (hasWritten) {
            answer.put("wrote", true);
        }
        boolean clear = containment.clear(account);
        boolean worn = (account & Containment.WORN) != 0 || "oom".equals(status) || target.isFull();
        if (left > 0 || !clear || worn) {
            answer.put("retire", true);
        }
        return "ok".equals(status) || "bad-plan".equals(status)
                || status.toString().endsWith("throw") && !isOfTheJvm(thrown);
    }

    /** Errors of the JVM may leave a class half initialised: its loader is not used again. */
    private static boolean isOfTheJvm(Throwable thrown) {
        return thrown instanceof LinkageError || thrown instanceof VirtualMachineError;
    }
}
