package everypath.bridge;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import everypath.sweep.SweepRequests;

/** Reads requests, carries them out and answers, on the one thread that also runs code under test. */
final class Server implements Runnable {
    private static final int HASHES = 997;

    private final ProcessEnd process = new ProcessEnd();
    private final Wire wire;
    private final Target target;
    private final boolean isSecond = System.clearProperty("everypath.second") != null;
    private final Statics statics = new Statics();
    private Compiler compiler;
    private Runner runner;
    private SweepRequests sweeps;
    private RestoringRunner restoring;
    private Asker asker;
    private PlatformInstrumentation platform;

    Server(Wire wire, Target target) {
        this.wire = wire;
        this.target = target;
    }

    /**
     * Hands over what itself needs the thread of this server: the guard, and what contains the code under test, null
     * where none runs here.
     */
    void begin(Guard guard, Environment environment, Containment containment) {
        if (isSecond) {
            environment.closeInput();
        }
        runner = new Runner(target, guard, environment, containment);
        restoring = new RestoringRunner(target, guard, environment, containment);
        asker = new Asker(guard, environment);
        platform = new PlatformInstrumentation(target, containment);
        sweeps = new SweepRequests(target, guard, environment, containment, new Trusted());
    }

    /**
     * Draws identity hash codes on the worker, which are the same in each process: objects under test have others then.
     */
    private static void drawHashes() {
        for (int i = 0; i < HASHES; i++) {
            System.identityHashCode(new Object());
        }
    }

    @Override
    public void run() {
        if (isSecond) {
            drawHashes();
            target.showOtherMembers();
            Access.appendToClassPath(System.getProperty("user.dir"));
        }
        try {
            while (serve()) {
                // The next one.
            }
            process.halt(0);
        } catch (IOException e) {
            process.halt(0);
        } finally {
            process.halt(Guard.OUT_OF_MEMORY); // catching may fail then, too: its classes have to be found
        }
    }

    /** Answers a request; false when it was the last one. */
    private boolean serve() throws IOException {
        Map<String, Object> request = wire.read();
        if (request == null) {
            return false;
        }
        Map<String, Object> answer = carryOut(request);
        answer.put("id", request.get("id"));
        wire.write(answer);
        boolean retire = answer.containsKey("retire");
        if (retire || !wire.hasMore()) {
            wire.flush();
        }
        return !retire;
    }

    /** Errors outside code under test are answered as {@code error} and are the parent's to report. */
    private Map<String, Object> carryOut(Map<String, Object> request) {
        try {
            return dispatch(request);
        } catch (Exception | Error e) {
            for (Throwable each = e; each != null; each = each.getCause()) {
                if (each instanceof OutOfMemoryError memory) {
                    throw memory;
                }
            }
            StringBuilder text = new StringBuilder(e.toString());
            for (StackTraceElement frame : e.getStackTrace()) {
                text.append("\n    at ").append(frame);
            }
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("error", text.toString());
            return answer;
        }
    }

    private Map<String, Object> dispatch(Map<String, Object> request) throws Exception {
        String operation = (String) request.get("op");
        switch (operation) {
            case "replay":
                return runner.replay(request);
            case "sweep":
                return sweeps.answer(request);
            case "restoring":
                return restoring.run(request);
            case "ask":
                return asker.ask(request);
            case "compile":
                compiler = compiler == null ? new Compiler() : compiler;
                return compiler.compile(request);
            case "statics":
                return statics.image(request);
            case "object":
                return statics.jvmObject(request);
            case "members":
                return members(request);
            case "define":
                return define(request);
            case "mutate":
                return mutate(request);
            case "instrument":
                return platform.answer(request);
            case "probes":
                return probes(request);
            case "hello":
                return hello();
            default:
                throw new IllegalArgumentException("no operation " + operation);
        }
    }

    private static Map<String, Object> hello() {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("version", System.getProperty("java.version"));
        return answer;
    }

    private Map<String, Object> define(Map<String, Object> request) {
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) request.get("classes")).entrySet()) {
            target.define((String) entry.getKey(), Base64.getDecoder().decode((String) entry.getValue()));
        }
        return new LinkedHashMap<>();
    }

    private Map<String, Object> mutate(Map<String, Object> request) {
        String bytes = (String) request.get("bytes");
        target.mutate((String) request.get("class"), bytes == null ? null : Base64.getDecoder().decode(bytes));
        return new LinkedHashMap<>();
    }

    private Map<String, Object> members(Map<String, Object> request) {
        for (Object entry : (List<?>) request.get("members")) {
            List<?> member = (List<?>) entry;
            target.number(new Member((String) member.get(0), (String) member.get(1), (String) member.get(2)));
        }
        return new LinkedHashMap<>();
    }

    private Map<String, Object> probes(Map<String, Object> request) {
        List<Object> tables = new ArrayList<>();
        for (Object name : (List<?>) request.get("classes")) {
            ProbeTable table = target.table((String) name);
            tables.add(table == null ? null : table.describe());
        }
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("tables", tables);
        return answer;
    }
}
