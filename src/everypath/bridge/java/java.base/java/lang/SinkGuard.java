package java.lang;

import java.io.File;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

import jdk.internal.misc.Unsafe;

/**
 * Decides at the sinks of the JDK: methods by which code reaches out of its JVM. Calls of it are inserted at the
 * beginning of these methods.
 *
 * <p>Everything is refused, on every thread, but for the bridge's own threads: one that never runs code under test, and
 * the worker while it is within a bracket. This class is defined in {@code java.base}, whose packages are closed, so
 * that neither reflection nor method handles of code under test reach what is private here. The bridge does, by a
 * trusted lookup. Until {@code install} is called, everything passes.
 */
public final class SinkGuard {
    /** What a refused call throws. */
    public static final class Refusal extends SecurityException {
        private static final long serialVersionUID = 1L;

        private Refusal() {
            super("everypath contains the code under test");
        }
    }

    /** Threads that one run may start. */
    private static final int MOST_THREADS = 512;

    private static final int WRITES = 0x3 | 0x40 | 0x200; // O_WRONLY, O_RDWR, O_CREAT, O_TRUNC
    private static final int READ_ONLY = 1;

    /** Files below {@code /proc} that lead to other files, or to memory. */
    private static final List<String> PROCESS_FILES = List.of("fd", "mem", "root", "cwd", "map_files", "exe", "fdinfo");

    /** Devices that may be read, and written, which only stirs the random numbers. */
    private static final List<String> DEVICES = List.of("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom");

    /** What sets loggers up calls methods that others call to change them. */
    private static final String LOGGING = "java.util.logging.LogManager";

    private static final String MANAGEMENT = "java.lang.management.ManagementFactory";

    /** The package of what registers MBeans: the bridge removes them. */
    private static final String MBEANS = "com.sun.jmx.interceptor.";

    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long PATH = UNSAFE.objectFieldOffset(File.class, "path");
    private static final List<Thread> STARTED = new ArrayList<>();

    private static volatile boolean on;
    private static Thread worker;
    private static Thread watcher;
    private static ClassLoader own;
    private static String scratch;
    private static String home;

    /** Read and written by the worker only. */
    private static boolean inBridge = true;

    /** The first sink that was refused, negative where none was. */
    private static volatile int met = -1;

    /** Whether the JVM must be replaced after the run. */
    private static volatile boolean worn;

    /** Whether MBeans were registered or removed. */
    private static volatile boolean mbeans;

    /** Whether refused uses of raw memory do not count. */
    private static boolean fallback;

    /** Whether something was written into the scratch folder. */
    private static volatile boolean written;

    /** Whether threads were started that were not asked for yet. */
    private static volatile boolean started;

    private SinkGuard() {}

    // ---- for the bridge, by a trusted lookup

    private static void install(Thread newWorker, Thread newWatcher, ClassLoader loader, String folder, String jdk) {
        worker = newWorker;
        watcher = newWatcher;
        own = loader;
        scratch = folder;
        home = jdk;
        on = true;
    }

    /** Opens or closes the bracket of the worker; returns what it was. Does nothing on another thread. */
    private static boolean bracket(boolean bridge) {
        if (Thread.currentThread() != worker) {
            return false;
        }
        boolean before = inBridge;
        inBridge = bridge;
        return before;
    }

    /** Begins a run; with {@code fallback}, a refused use of raw memory does not count. */
    private static void begin(boolean fallback) {
        met = -1;
        SinkGuard.fallback = fallback;
        worn = false;
        mbeans = false;
    }

    /** What a run did: bits, and above them one more than the number of the first sink that was refused. */
    private static int account() {
        return (worn ? 1 : 0) | (written ? 2 : 0) | (started ? 4 : 0) | (mbeans ? 8 : 0) | met + 1 << 4;
    }

    /** The scratch folder was emptied. */
    private static void emptied() {
        written = false;
    }

    /** The threads that were started since the last call. */
    private static Thread[] takeStarted() {
        synchronized (STARTED) {
            Thread[] result = STARTED.toArray(new Thread[0]);
            STARTED.clear();
            started = false;
            return result;
        }
    }

    // ---- decisions

    private static boolean isFree() {
        if (!on) {
            return true;
        }
        Thread current = Thread.currentThread();
        return current == worker ? inBridge : current == watcher;
    }

    private static Refusal refusal(int sink) {
        if (met < 0) {
            met = sink;
        }
        Refusal result = new Refusal();
        worn |= isSettingUp(result.getStackTrace(), false); // a class of the JDK stays half initialised
        return result;
    }

    /**
     * Code that uses raw memory has another way where the JVM forbids it, as later JDKs do (JEP 498): a run may count
     * as one in such a JVM.
     */
    private static Refusal refusalOfMemory(int sink) {
        return fallback ? new Refusal() : refusal(sink);
    }

    /** Always refused. */
    public static void refuse(int sink) {
        if (!isFree()) {
            throw refusal(sink);
        }
    }

    /** A file is written, made, moved or deleted. */
    public static void write(Object path, int sink) {
        if (isFree()) {
            return;
        }
        String name = absolute(path);
        if (name == null || !name.startsWith(scratch) && !DEVICES.contains(name)) {
            throw refusal(sink);
        }
        written = true;
    }

    /** A file is made in a folder. */
    public static void writeIn(Object folder, int sink) {
        if (isFree()) {
            return;
        }
        String name = absolute(folder);
        if (name == null || !(name + "/").startsWith(scratch)) {
            throw refusal(sink);
        }
        written = true;
    }

    /** A file is moved from one name to another. */
    public static void move(Object from, Object to, int sink) {
        write(from, sink);
        write(to, sink);
    }

    /** A file is read. */
    public static void read(Object path, int sink) {
        if (isFree()) {
            return;
        }
        String name = absolute(path);
        if (name == null) {
            return; // nothing that could be opened
        }
        if (name.startsWith("/dev/") && !DEVICES.contains(name)) {
            throw refusal(sink);
        }
        if (name.startsWith("/proc/")) {
            for (String part : name.split("/")) {
                if (PROCESS_FILES.contains(part)) {
                    throw refusal(sink);
                }
            }
        }
    }

    /** A file is opened with flags of {@code open(2)}. */
    public static void open(Object path, int flags, int sink) {
        if ((flags & WRITES) != 0) {
            write(path, sink);
        } else {
            read(path, sink);
        }
    }

    /** A file is opened with a mode of {@code RandomAccessFile}. */
    public static void access(Object path, int mode, int sink) {
        if ((mode & READ_ONLY) == 0) {
            write(path, sink);
        } else {
            read(path, sink);
        }
    }

    /** A file is opened relative to a folder that is open. */
    public static void openAt(int flags, int sink) {
        if ((flags & WRITES) != 0) {
            refuse(sink);
        }
    }

    /** Native code is loaded for a class. */
    public static void load(Class<?> from, int sink) {
        if (!isFree() && !isPlatform(from)) {
            throw refusal(sink);
        }
    }

    /** Native code is loaded from a file for a class. */
    public static void load(Class<?> from, String file, int sink) {
        if (isFree()) {
            return;
        }
        String name = absolute(file);
        if (!isPlatform(from) || name == null || !name.startsWith(home)) {
            throw refusal(sink);
        }
    }

    /** Private members of a class are made accessible. */
    public static void reflect(Class<?> declaring, int sink) {
        if (declaring != null && isBridge(declaring) && !isFree()) {
            throw refusal(sink);
        }
    }

    /** A constructor is made accessible for serialisation. */
    public static void construct(Class<?> made, Constructor<?> constructor, int sink) {
        if (constructor == null || isFree()) {
            return;
        }
        Class<?> declaring = constructor.getDeclaringClass();
        boolean usual = declaring != made && constructor.getParameterCount() == 0
                && !Modifier.isPrivate(constructor.getModifiers());
        if (!usual && (isPlatform(declaring) || isBridge(declaring))) {
            throw refusal(sink);
        }
    }

    /** A shutdown hook is added or removed. */
    public static void hook(Thread thread, int sink) {
        if (isFree()) {
            return;
        }
        Class<?> type = thread.getClass();
        if (!isPlatform(type) || !type.getName().equals("java.util.logging.LogManager$Cleaner")) {
            throw refusal(sink);
        }
    }

    /** A thread is started. */
    public static void start(Object thread, int sink) {
        if (isFree()) {
            return;
        }
        synchronized (STARTED) {
            if (STARTED.size() < MOST_THREADS) {
                STARTED.add((Thread) thread);
                started = true;
                return;
            }
        }
        throw refusal(sink);
    }

    /** An object with a finaliser was made. */
    public static void finalizer(Object object, int sink) {
        if (object.getClass().getClassLoader() != null && !isFree()) {
            worn = true;
        }
    }

    /** State of the JDK is changed. What the JDK does to set itself up does not count. */
    public static void change(int sink) {
        if (isFree() || worn) {
            return;
        }
        StackTraceElement[] frames = new Throwable().getStackTrace();
        if (frames.length >= 3 && (frames[2].getClassName().startsWith(LOGGING) || isSettingUp(frames, true))) {
            return;
        }
        boolean ofMBeans = frames.length > 1 && frames[1].getClassName().startsWith(MBEANS);
        mbeans |= ofMBeans;
        worn |= !ofMBeans;
    }

    /**
     * Whether the innermost frames, which are the JDK's, include one of an initialiser, or (if asked) one of a
     * constructor or of what makes the JVM's own beans.
     */
    private static boolean isSettingUp(StackTraceElement[] frames, boolean anyObject) {
        for (StackTraceElement frame : frames) {
            if (frame.getModuleName() == null) {
                return false;
            }
            String method = frame.getMethodName();
            if ("<clinit>".equals(method)
                    || anyObject && ("<init>".equals(method) || MANAGEMENT.equals(frame.getClassName()))) {
                return true;
            }
        }
        return false;
    }

    /** A field or an element of one byte is used by its offset. */
    public static void field1(Object object, long offset, int sink) {
        place(object, offset, 1, sink);
    }

    /** A field or an element of two bytes is used by its offset. */
    public static void field2(Object object, long offset, int sink) {
        place(object, offset, 2, sink);
    }

    /** A field or an element of four bytes is used by its offset. */
    public static void field4(Object object, long offset, int sink) {
        place(object, offset, 4, sink);
    }

    /** A field or elements of eight bytes are used by their offset. */
    public static void field8(Object object, long offset, int sink) {
        place(object, offset, 8, sink);
    }

    private static void place(Object object, long offset, int size, int sink) {
        if (!isFree() && !isOwnNumber(object, offset, size)) {
            throw refusalOfMemory(sink);
        }
    }

    /** A reference is written by its offset. */
    public static void reference(Object object, long offset, Object value, int sink) {
        if (!isFree() && !isOwnReference(object, offset, value)) {
            throw refusalOfMemory(sink);
        }
    }

    // ---- facts

    private static boolean isBridge(Class<?> type) {
        return type.getClassLoader() == own && type.getName().startsWith("everypath.");
    }

    private static boolean isPlatform(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    /** A path without {@code .} and {@code ..}, null where it cannot be one. */
    private static String absolute(Object path) {
        String name = path instanceof File ? (String) UNSAFE.getReference(path, PATH) : String.valueOf(path);
        if (name.indexOf('\0') >= 0) {
            return null;
        }
        List<String> parts = new ArrayList<>();
        for (String part : (name.startsWith("/") ? name : scratch + name).split("/")) {
            if (part.equals("..")) {
                if (!parts.isEmpty()) {
                    parts.remove(parts.size() - 1);
                }
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.add(part);
            }
        }
        return "/" + String.join("/", parts);
    }

    /** Whether bytes are within an array of numbers, or those of a field of an object of the analysed code. */
    private static boolean isOwnNumber(Object object, long offset, int size) {
        if (object == null) {
            return false;
        }
        Class<?> type = object.getClass();
        if (type.isArray()) {
            long from = UNSAFE.arrayBaseOffset(type);
            long length = (long) UNSAFE.arrayIndexScale(type) * Array.getLength(object);
            return type.getComponentType().isPrimitive() && offset >= from && offset + size <= from + length;
        }
        Field field = ownField(type, offset);
        return field != null && field.getType().isPrimitive()
                && UNSAFE.arrayIndexScale(field.getType().arrayType()) == size;
    }

    /** Whether a reference may be written to this place, an element of an array or a field of the analysed code. */
    private static boolean isOwnReference(Object object, long offset, Object value) {
        if (object == null) {
            return false;
        }
        Class<?> type = object.getClass();
        if (type.isArray()) {
            Class<?> element = type.getComponentType();
            long at = offset - UNSAFE.arrayBaseOffset(type);
            long size = UNSAFE.arrayIndexScale(type);
            return !element.isPrimitive() && at >= 0 && at < size * Array.getLength(object) && at % size == 0
                    && (value == null || element.isInstance(value));
        }
        Field field = ownField(type, offset);
        return field != null && !field.getType().isPrimitive() && (value == null || field.getType().isInstance(value));
    }

    /** The field of the analysed code at an offset, null where there is none. */
    private static Field ownField(Class<?> type, long offset) {
        for (Class<?> each = type; !isPlatform(each) && each.getClassLoader() != own; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && UNSAFE.objectFieldOffset(field) == offset) {
                    return field;
                }
            }
        }
        return null;
    }
}
