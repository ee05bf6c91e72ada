package everypath.bridge;

import java.io.DataInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The bridge's side of {@code java.lang.SinkGuard}: installs it, brackets the bridge's own work, and asks what a run
 * did.
 *
 * <p>Classes of the JDK that are loaded already are redefined when it is installed, with bytes that were made ahead;
 * the others when they are loaded. The agent is loaded by this process itself: named on the command line it would keep
 * the JVM from mapping its modules, which costs it half of its start.
 */
public final class Containment {
    private static final String GUARD = "java.lang.SinkGuard";

    /** Bits of what a run did, see {@link #account}. */
    public static final int WORN = 1;

    public static final int WRITTEN = 2;
    public static final int STARTED = 4;
    public static final int MBEANS = 8;

    /** Above these bits, one more than the number of the first sink that was refused. */
    public static final int BITS = 4;

    /** The bytes of instrumented classes by internal name. */
    private final Map<String, byte[]> instrumented = new ConcurrentHashMap<>();

    private final MBeans mbeans = new MBeans();
    private final File scratch;
    private Instrumentation jvm;

    /** The guard's private methods: constants, which the JVM calls as directly as any other. */
    private static final class Private {
        static final MethodHandle BRACKET = of("bracket", boolean.class, boolean.class);
        static final MethodHandle BEGIN = of("begin", void.class, boolean.class);
        static final MethodHandle ACCOUNT = of("account", int.class);
        static final MethodHandle EMPTIED = of("emptied", void.class);
        static final MethodHandle TAKE_STARTED = of("takeStarted", Thread[].class);
        static final MethodHandle INSTALL = of(
                "install", void.class, Thread.class, Thread.class, ClassLoader.class, String.class, String.class);

        private Private() {}

        private static MethodHandle of(String name, Class<?> returned, Class<?>... parameters) {
            try {
                Class<?> guard = Class.forName(GUARD, false, null);
                return Access.hidden(guard, name, MethodType.methodType(returned, parameters));
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /**
     * Installs the guard.
     *
     * @param folder where {@code guard.bin} and {@code agent.jar} lie
     * @param worker the thread that runs code under test
     * @param watcher the thread that never does
     */
    Containment(File folder, Thread worker, Thread watcher) throws IOException {
        scratch = new File(System.getProperty("user.dir"));
        define(read(new File(folder, "guard.bin")));
        instrument(new File(folder, "agent.jar"));
        ClassLoader own = Containment.class.getClassLoader();
        String jdk = System.getProperty("java.home") + "/";
        try {
            Private.INSTALL.invokeExact(worker, watcher, own, scratch.getPath() + "/", jdk);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private List<byte[]> read(File file) throws IOException {
        List<byte[]> own = new ArrayList<>();
        byte[] all;
        try (FileInputStream in = new FileInputStream(file)) {
            all = in.readAllBytes();
        }
        DataInputStream in = new DataInputStream(new java.io.ByteArrayInputStream(all));
        while (in.available() > 0) {
            String name = in.readUTF();
            byte[] bytes = new byte[in.readInt()];
            in.readFully(bytes);
            if (name.isEmpty()) {
                own.add(bytes);
            } else {
                instrumented.put(name, bytes);
            }
        }
        return own;
    }

    private static void define(List<byte[]> own) {
        for (byte[] bytes : own) {
            Access.defineInBase(null, bytes);
        }
    }

    private void instrument(File agent) {
        try {
            Class<?> implementation = Class.forName("sun.instrument.InstrumentationImpl");
            Access.hidden(implementation, "loadAgent", MethodType.methodType(void.class, String.class))
                    .invoke(agent.getPath());
            jvm = Agent.take();
            jvm.addTransformer(new Later());
            redefineLoaded(instrumented);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private void redefineLoaded(Map<String, byte[]> wanted)
            throws ClassNotFoundException, UnmodifiableClassException {
        List<ClassDefinition> known = new ArrayList<>();
        for (Class<?> type : jvm.getAllLoadedClasses()) {
            byte[] bytes = type.getModule().isNamed() ? wanted.get(type.getName().replace('.', '/')) : null;
            if (bytes != null) {
                known.add(new ClassDefinition(type, bytes));
            }
        }
        jvm.redefineClasses(known.toArray(new ClassDefinition[0]));
    }

    /** Classes of the JDK, by internal name, have these bytes from now on. */
    void redefine(Map<String, byte[]> classes) {
        instrumented.putAll(classes);
        try {
            redefineLoaded(classes);
        } catch (ClassNotFoundException | UnmodifiableClassException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Instruments a class when it is loaded. */
    private final class Later implements ClassFileTransformer {
        @Override
        public byte[] transform(
                Module module,
                ClassLoader loader,
                String name,
                Class<?> redefined,
                ProtectionDomain domain,
                byte[] bytes) {
            return redefined != null || name == null || !module.isNamed() ? null : instrumented.get(name);
        }
    }

    /** Opens (true) or closes the bracket of the bridge's own work on the worker; returns what it was before. */
    public boolean bracket(boolean bridge) {
        try {
            return (boolean) Private.BRACKET.invokeExact(bridge);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Begins a run; with {@code fallback}, a refused use of raw memory does not count. */
    public void begin(boolean fallback) {
        try {
            Private.BEGIN.invokeExact(fallback);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** What the run did so far. */
    public int account() {
        try {
            return (int) Private.ACCOUNT.invokeExact();
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** The threads that the run started since the last call. */
    Thread[] takeStarted() {
        try {
            return (Thread[]) Private.TAKE_STARTED.invokeExact();
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Removes the files and MBeans that a run with this account has left; false where something stays. */
    public boolean clear(int account) {
        boolean empty = (account & WRITTEN) == 0 || emptyScratch();
        return ((account & MBEANS) == 0 || mbeans.restore()) && empty;
    }

    private boolean emptyScratch() {
        try {
            Private.EMPTIED.invokeExact();
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
        return isEmptied(scratch);
    }

    private static boolean isEmptied(File folder) {
        String[] names = folder.list();
        if (names == null) {
            return false;
        }
        boolean all = true;
        for (String name : names) {
            File each = new File(folder, name);
            if (!each.delete()) {
                boolean open = each.setReadable(true) & each.setWritable(true) & each.setExecutable(true);
                all &= open && isEmptied(each) && each.delete();
            }
        }
        return all;
    }
}
