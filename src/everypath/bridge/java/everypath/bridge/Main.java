package everypath.bridge;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.LinkedHashMap;
import java.util.Map;

import everypath.probes.Probes;

/**
 * The process behind the bridge: {@code java everypath.bridge.Main IN OUT CLASSPATH}.
 *
 * <p>What each process runs goes without lambdas, streams and method references: the first of them costs a JVM that has
 * just begun a quarter of its start.
 */
public final class Main {
    /** Four times what a thread has by default: a stack that overflows here overflows anywhere. */
    private static final long STACK_SIZE = 4 << 20;

    private Main() {}

    /**
     * Serves requests from the pipe {@code args[0]}, answers into the pipe {@code args[1]}; {@code args[2]} is the
     * class path of the code under analysis.
     */
    public static void main(String[] args) throws IOException {
        Wire wire = new Wire(new FileInputStream(args[0]), new FileOutputStream(args[1]));
        Target target = new Target(urls(args[2]));
        ThreadGroup system = new ThreadGroup("system") {
            @Override
            public void uncaughtException(Thread thread, Throwable thrown) {
                if (!(thrown instanceof Probes.Stop) && !(thrown instanceof Probes.Exit)) {
                    super.uncaughtException(thread, thrown);
                }
            }
        };
        ThreadGroup group = new ThreadGroup(system, "main"); // of the class that it has for everybody
        Environment environment = new Environment();
        Server server = new Server(wire, target, environment, group);
        Thread worker = new Thread(group, server, "main", STACK_SIZE);
        worker.setDaemon(true);
        Guard guard = new Guard(wire, worker);
        server.setGuard(guard);
        Runtime.getRuntime().addShutdownHook(new Thread() {
            @Override
            public void run() {
                dying(wire, guard);
            }
        });
        worker.start();
        guard.watch();
    }

    /** Last resort for an exit that no redirect saw (by reflection, from JDK code): notify the parent, then die. */
    private static void dying(Wire wire, Guard guard) {
        try {
            Object current = guard.current();
            if (current != null) {
                Map<String, Object> answer = new LinkedHashMap<>();
                answer.put("id", current);
                answer.put("status", "exit");
                answer.put("retire", true);
                wire.write(answer);
                wire.flush();
            }
        } catch (IOException e) {
            // The parent is gone.
        }
        Runtime.getRuntime().halt(Guard.GAVE_UP);
    }

    private static URL[] urls(String classPath) throws MalformedURLException {
        if (classPath.isEmpty()) {
            return new URL[0];
        }
        String[] entries = classPath.split(File.pathSeparator);
        URL[] result = new URL[entries.length];
        for (int i = 0; i < entries.length; i++) {
            result[i] = new File(entries[i]).toURI().toURL();
        }
        return result;
    }
}
