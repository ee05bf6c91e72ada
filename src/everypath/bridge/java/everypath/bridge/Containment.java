package everypath.bridge;

import java.io.DataInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The bridge's side of {@code java.lang.SinkGuard}: installs it, brackets the bridge's own work, and asks what a run did.
 *
 * <p>Classes of the JDK that are loaded already are redefined when it is installed, with bytes that were made ahead; the
 * others when they are loaded. The agent is loaded by this process itself: named on the command line it would keep the
 * JVM from mapping its modules, which costs it half of its start.
 */
final class Containment {
    private static final String GUARD = "java.lang.SinkGuard";

    /** The bytes of instrumented classes by internal name. */
    private final Map<String, byte[]> instrumented = new HashMap<>();

    private final File scratch;
    private final MethodHandle bracket;
    private final MethodHandle begin;
    private final MethodHandle met;
    private final MethodHandle isWorn;
    private final MethodHandle takeWritten;
    private final MethodHandle takeStarted;

    /**
     * Installs the guard.
     *
     * @param folder where {@code guard.bin} and {@code agent.jar} lie
     * @param worker the thread that runs code under test
     * @param watcher the thread that never does
     */
    Containment(File folder, Thread worker, Thread watcher) throws IOException {
        scratch = new File(System.getProperty("user.dir"));
        List<byte[]> own = read(new File(folder, "guard.bin"));
        Class<?> guard = defined(own);
        MethodType truth = MethodType.methodType(boolean.class);
        bracket = Access.hidden(guard, "bracket", MethodType.methodType(boolean.class, boolean.class));
        begin = Access.hidden(guard, "begin", MethodType.methodType(void.class));
        met = Access.hidden(guard, "met", MethodType.methodType(int.class));
        isWorn = Access.hidden(guard, "isWorn", truth);
        takeWritten = Access.hidden(guard, "takeWritten", truth);
        takeStarted = Access.hidden(guard, "takeStarted", MethodType.methodType(Thread[].class));
        instrument(new File(folder, "agent.jar"));
        MethodType install = MethodType.methodType(
                void.class, Thread.class, Thread.class, ClassLoader.class, String.class, String.class);
        try {
            Access.hidden(guard, "install", install).invoke(
                    worker, watcher, Containment.class.getClassLoader(), scratch.getPath() + "/",
                    System.getProperty("java.home") + "/");
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

    /** The guard's class: it is there already where classes of the JDK were patched with calls of it. */
    private static Class<?> defined(List<byte[]> own) {
        try {
            return Class.forName(GUARD, false, null);
        } catch (ClassNotFoundException e) {
            Class<?> first = null;
            for (byte[] bytes : own) {
                Class<?> type = Access.defineInBase(null, bytes);
                first = first == null ? type : first;
            }
            return first;
        }
    }

    private void instrument(File agent) {
        try {
            Class<?> implementation = Class.forName("sun.instrument.InstrumentationImpl");
            Access.hidden(implementation, "loadAgent", MethodType.methodType(void.class, String.class))
                    .invoke(agent.getPath());
            Instrumentation jvm = Agent.take();
            jvm.addTransformer(new Later());
            List<ClassDefinition> known = new ArrayList<>();
            for (Class<?> type : jvm.getAllLoadedClasses()) {
                byte[] bytes = type.getModule().isNamed() ? instrumented.get(type.getName().replace('.', '/')) : null;
                if (bytes != null) {
                    known.add(new ClassDefinition(type, bytes));
                }
            }
            jvm.redefineClasses(known.toArray(new ClassDefinition[0]));
        } catch (Throwable e) {
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

    // ---- brackets

    /** Opens (true) or closes the bracket of the bridge's own work on the worker; returns what it was before. */
    boolean bracket(boolean bridge) {
        try {
            return (boolean) bracket.invokeExact(bridge);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    // ---- what a run did

    /** Begins a run. */
    void begin() {
        try {
            begin.invokeExact();
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** The number of the first sink that was refused, negative where none was. */
    int met() {
        try {
            return (int) met.invokeExact();
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether the run changed what only a new JVM puts back. */
    boolean isWorn() {
        try {
            return (boolean) isWorn.invokeExact();
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** The threads that the run started, null where there are none. */
    Thread[] takeStarted() {
        try {
            return (Thread[]) takeStarted.invokeExact();
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Empties the scratch folder; false where something stays. */
    boolean emptyScratch() {
        try {
            return !(boolean) takeWritten.invokeExact() || isEmptied(scratch);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
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
