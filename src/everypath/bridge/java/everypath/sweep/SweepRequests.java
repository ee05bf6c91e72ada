package everypath.sweep;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import everypath.bridge.Containment;
import everypath.bridge.Environment;
import everypath.bridge.Guard;
import everypath.bridge.Target;
import everypath.bridge.Trusted;

/**
 * Answers the requests that run a sweep, slice by slice. The first names the classes; its state lives in the process.
 *
 * <p>Where an operation hangs beyond help, the guard answers in its place with what is new, and ends the process.
 */
public final class SweepRequests implements Guard.Late {
    private static final long NEVER = Long.MAX_VALUE / 4;

    private final Target target;
    private final Guard guard;
    private final Environment environment;
    private final Containment containment;
    private final Trusted trusted;
    private Execution execution;
    private Sweep sweep;
    private SequenceCoding coding;
    private final Deque<List<?>> given = new ArrayDeque<>();

    /** Of a process that runs code under test. */
    public SweepRequests(
            Target target, Guard guard, Environment environment, Containment containment, Trusted trusted) {
        this.trusted = trusted;
        this.target = target;
        this.guard = guard;
        this.environment = environment;
        this.containment = containment;
    }

    /**
     * Runs a slice. The first request holds {@code classes}, {@code seed} and {@code clocked}, and where another
     * process began the sweep, its {@code members}, the {@code covered} probes and the keys of {@code banned}
     * operations; it may hold names of classes that are {@code tolerated} though they cannot be initialised, and say
     * that there are classes of the JDK among those under test ({@code platform}).
     * {@code sequences} are to be run, and name members by their numbers; {@code members} of later requests have the
     * numbers that follow. {@code ms} or {@code calls} is the length of the slice.
     */
    public Map<String, Object> answer(Map<String, Object> request) {
        if (request.containsKey("classes")) {
            begin(request);
        }
        if (sweep == null) {
            throw new IllegalStateException("no sweep was begun");
        }
        if (!request.containsKey("classes")) {
            coding.know(list(request, "members"));
        }
        for (Object each : list(request, "sequences")) {
            given.add((List<?>) each);
        }
        Long millis = (Long) request.get("ms");
        Long calls = (Long) request.get("calls");
        sweep.run(millis == null ? NEVER : millis * 1_000_000L, calls == null ? NEVER : calls);
        Map<String, Object> answer = latest();
        if (execution.isWorn() || execution.isChanged()) {
            answer.put("retire", true);
        }
        if (execution.spoilt() != null) {
            answer.put("spoilt", execution.spoilt());
        }
        return answer;
    }

    /** The next sequence that was sent and can be run here, null where there is none. */
    private Sequence next() {
        Sequence result = null;
        while (result == null && !given.isEmpty()) {
            result = coding.read(given.poll());
        }
        return result;
    }

    private static List<?> list(Map<String, Object> request, String key) {
        Object found = request.get(key);
        return found == null ? List.of() : (List<?>) found;
    }

    private void begin(Map<String, Object> request) {
        boolean clocked = (Boolean) request.get("clocked");
        execution = new Execution(guard, environment, containment, this, clocked);
        if (Boolean.TRUE.equals(request.get("platform"))) {
            execution.sweepTheJdk();
        }
        for (Object each : list(request, "tolerated")) {
            execution.tolerate((String) each);
        }
        List<String> names = new ArrayList<>();
        for (Object each : list(request, "classes")) {
            names.add((String) each);
        }
        Set<String> banned = new HashSet<>();
        for (Object each : list(request, "banned")) {
            banned.add((String) each);
        }
        sweep = new Sweep(target, trusted, names, banned, (Long) request.get("seed"), execution, clocked);
        coding = new SequenceCoding(sweep.catalogue, trusted.members(sweep.loader));
        sweep.take(this::next);
        coding.know(list(request, "members"));
        for (Object each : list(request, "covered")) {
            List<?> ofClass = (List<?>) each;
            BitSet numbers = new BitSet();
            for (int i = 1; i < ofClass.size(); i++) {
                numbers.set(((Long) ofClass.get(i)).intValue());
            }
            sweep.goals.cover((String) ofClass.get(0), numbers);
        }
    }

    private Map<String, Object> latest() {
        List<Object> sequences = new ArrayList<>();
        for (Sweep.Kept each : sweep.takeKept()) {
            sequences.add(coding.describe(each, sweep.goals));
        }
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("sequences", sequences);
        answer.put("members", coding.takeNew());
        answer.put("calls", execution.calls());
        answer.put("runs", sweep.sequences());
        answer.put("covered", sweep.goals.covered());
        answer.put("goals", sweep.goals.total());
        answer.put("contained", sweep.contained());
        answer.put("stopped", sweep.stopped());
        answer.put("looked", sweep.looked());
        answer.put("nearer", sweep.goals.frontier().nearer());
        return answer;
    }

    /** What is new when the worker hangs. The guard's thread asks, while the worker is within an operation. */
    @Override
    public Map<String, Object> answerLate() {
        Map<String, Object> answer = latest();
        answer.put("hung", execution.current.key());
        return answer;
    }
}
