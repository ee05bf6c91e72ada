package everypath.bridge;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;

import everypath.probes.Probes;

/**
 * The process behind the bridge: {@code java everypath.bridge.Main IN OUT CLASSPATH [GUARD]}.
 *
 * <p>What each process runs goes without lambdas, streams and method references: the first of them costs a JVM that has
 * just begun a quarter of its start.
 */
public final class Main {
    /** Four times what a thread has by default: a stack that overflows here overflows anywhere. */
    private static final long STACK_SIZE = 4 << 20;

    private static boolean begun;

    private Main() {}

    /**
     * Serves requests from the pipe {@code args[0]}, answers into the pipe {@code args[1]}; {@code args[2]} is the
     * class path of the code under analysis, {@code args[3]} the folder of what contains it, where it is to run here.
     */
    public static void main(String[] args) throws IOException {
        if (begun) {
            throw new IllegalStateException("there is one bridge");
        }
        begun = true;
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
        Server server = new Server(wire, target);
        Thread worker = new Thread(group, server, "main", STACK_SIZE);
        Containment containment =
                args.length < 4 ? null : new Containment(new File(args[3]), worker, Thread.currentThread());
        target.contain(containment);
        Guard guard = new Guard(wire, worker, containment);
        server.begin(guard, new Environment(), containment);
        worker.start();
        guard.watch();
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
