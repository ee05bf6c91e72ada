package contained;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

import javax.management.ObjectName;

/** Ways round what is refused: native code, raw memory, reflection, the bridge's own classes and its pipes. */
public class InnerHarms {
    private static sun.misc.Unsafe unsafe() throws Exception {
        Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        return (sun.misc.Unsafe) field.get(null);
    }

    public static void loads(String outside) {
        System.load(outside + "/harm.so");
    }

    public static void loadsLibrary(String outside) {
        System.setProperty("java.library.path", outside);
        System.loadLibrary("harm");
    }

    public static void loadsByRuntime(String outside) {
        Runtime.getRuntime().load(outside + "/harm.so");
    }

    public static void loadsByBean(String outside) throws Throwable {
        new java.beans.Statement(System.class, "load", new Object[] {outside + "/harm.so"}).execute();
    }

    public static void loadsKeys(String outside) throws Throwable {
        java.security.Provider provider = java.security.Security.getProvider("SunPKCS11");
        provider.configure("--name=harm\nlibrary=" + outside + "/harm.so\n");
    }

    public static void writesAddress(String outside) throws Throwable {
        unsafe().putAddress(8L, 1L);
    }

    public static void readsAddress(String outside) throws Throwable {
        unsafe().getLong(8L);
    }

    public static void writesFar(String outside) throws Throwable {
        sun.misc.Unsafe unsafe = unsafe();
        byte[] bytes = new byte[8];
        for (long at = 0; at < 1 << 20; at += 8) {
            unsafe.putLong(bytes, sun.misc.Unsafe.ARRAY_BYTE_BASE_OFFSET + at, -1L);
        }
    }

    public static void allocates(String outside) throws Throwable {
        sun.misc.Unsafe unsafe = unsafe();
        for (int i = 0; i < 64; i++) {
            unsafe.setMemory(unsafe.allocateMemory(1L << 28), 1L << 28, (byte) 1);
        }
    }

    public static void copiesMemory(String outside) throws Throwable {
        unsafe().copyMemory(0L, 8L, 1L << 20);
    }

    public static void frees(String outside) throws Throwable {
        ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
        unsafe().invokeCleaner(buffer);
        buffer.putLong(0, 1L);
    }

    /** The lookup that may do everything, by its static field. */
    public static void takesLookup(String outside) throws Throwable {
        Field field = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
        sun.misc.Unsafe unsafe = unsafe();
        MethodHandles.Lookup lookup = (MethodHandles.Lookup)
                unsafe.getObject(unsafe.staticFieldBase(field), unsafe.staticFieldOffset(field));
        halt(lookup);
    }

    private static void halt(MethodHandles.Lookup lookup) throws Throwable {
        lookup.findStatic(Class.forName("java.lang.Shutdown"), "halt0", MethodType.methodType(void.class, int.class))
                .invoke(3);
    }

    public static void changesConstant(String outside) throws Throwable {
        Field field = Boolean.class.getDeclaredField("TRUE");
        sun.misc.Unsafe unsafe = unsafe();
        unsafe.putObject(unsafe.staticFieldBase(field), unsafe.staticFieldOffset(field), Boolean.FALSE);
    }

    public static void changesText(String outside) throws Throwable {
        sun.misc.Unsafe unsafe = unsafe();
        long value = unsafe.objectFieldOffset(String.class.getDeclaredField("value"));
        unsafe.putObject("everypath", value, "otherwise".getBytes());
    }

    public static void opensDescriptor(String outside) throws Throwable {
        Constructor<FileDescriptor> made = FileDescriptor.class.getDeclaredConstructor(int.class);
        made.setAccessible(true);
        for (int i = 3; i < 32; i++) {
            new FileOutputStream(made.newInstance(i)).write("{\"id\":0}".getBytes());
        }
    }

    /** Serialisation opens constructors of every class. */
    public static void serialisesDescriptor(String outside) throws Throwable {
        Constructor<FileDescriptor> hidden = FileDescriptor.class.getDeclaredConstructor(int.class);
        Constructor<?> made = sun.reflect.ReflectionFactory.getReflectionFactory()
                .newConstructorForSerialization(FileDescriptor.class, hidden);
        for (int i = 3; i < 32; i++) {
            new FileOutputStream((FileDescriptor) made.newInstance(i)).write("{\"id\":0}".getBytes());
        }
    }

    public static void serialisesLookup(String outside) throws Throwable {
        for (Constructor<?> each : MethodHandles.Lookup.class.getDeclaredConstructors()) {
            if (each.getParameterCount() == 3) {
                Constructor<?> made = sun.reflect.ReflectionFactory.getReflectionFactory()
                        .newConstructorForSerialization(MethodHandles.Lookup.class, each);
                halt((MethodHandles.Lookup) made.newInstance(Object.class, null, -1));
            }
        }
    }

    public static void haltsNatively(String outside) throws Throwable {
        Method halt = Class.forName("java.lang.Shutdown").getDeclaredMethod("halt0", int.class);
        halt.setAccessible(true);
        halt.invoke(null, 3);
    }

    public static void haltsByPrivateLookup(String outside) throws Throwable {
        halt(MethodHandles.privateLookupIn(Class.forName("java.lang.Shutdown"), MethodHandles.lookup()));
    }

    public static void writesPipes(String outside) throws Throwable {
        for (int i = 3; i < 32; i++) {
            String name = "/dev/fd/" + i;
            if (new File(name).exists()) {
                new FileOutputStream(name).write("{\"id\":0}".getBytes());
            }
        }
    }

    public static void writesProcessPipes(String outside) throws Throwable {
        for (int i = 3; i < 32; i++) {
            Path name = Path.of("/proc/self/fd/" + i);
            if (Files.exists(name)) {
                Files.write(name, new byte[64]);
            }
        }
    }

    public static void readsPipes(String outside) throws Throwable {
        for (int i = 3; i < 32; i++) {
            String name = "/dev/fd/" + i;
            if (new File(name).exists()) {
                FileInputStream in = new FileInputStream(name);
                if (in.available() > 0) {
                    in.read(new byte[4096]);
                }
            }
        }
    }

    public static void readsThreadPipes(String outside) throws Throwable {
        for (File task : new File("/proc/self/task").listFiles()) {
            for (File each : new File(task, "fd").listFiles()) {
                new FileInputStream(each).close();
            }
        }
    }

    public static void writesStandard(String outside) throws Throwable {
        for (FileDescriptor each : new FileDescriptor[] {FileDescriptor.out, FileDescriptor.err, FileDescriptor.in}) {
            try (FileOutputStream out = new FileOutputStream(each)) {
                out.write(new byte[] {0, 0, 0, 2, '{', '}'});
            }
        }
    }

    public static void readsStandard(String outside) throws Throwable {
        new FileInputStream(FileDescriptor.in).read();
        System.inheritedChannel();
    }

    private static Class<?> bridge(String name) throws Exception {
        return Class.forName("everypath.bridge." + name, true, ClassLoader.getSystemClassLoader());
    }

    public static void takesAccess(String outside) throws Throwable {
        Field field = bridge("Access").getDeclaredField("LOOKUP");
        field.setAccessible(true);
        halt((MethodHandles.Lookup) field.get(null));
    }

    public static void takesAccessByHandle(String outside) throws Throwable {
        Class<?> access = bridge("Access");
        MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(access, MethodHandles.lookup());
        halt((MethodHandles.Lookup) lookup.findStaticGetter(access, "LOOKUP", MethodHandles.Lookup.class).invoke());
    }

    public static void findsBridgeOnStack(String outside) throws Throwable {
        StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).forEach(frame -> {
            for (Field field : frame.getDeclaringClass().getDeclaredFields()) {
                if (frame.getDeclaringClass().getName().startsWith("everypath.bridge.")) {
                    field.setAccessible(true);
                }
            }
        });
    }

    public static void beginsBridge(String outside) throws Throwable {
        bridge("Main").getMethod("main", String[].class).invoke(null, (Object) new String[] {"a", "b", "c"});
    }

    public static void opensBracket(String outside) throws Throwable {
        Method bracket = Class.forName("java.lang.SinkGuard").getDeclaredMethod("bracket", boolean.class);
        bracket.setAccessible(true);
        bracket.invoke(null, true);
        new File(outside, "file.txt").delete();
    }

    public static void switchesOff(String outside) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(
                Class.forName("java.lang.SinkGuard"), MethodHandles.lookup());
        lookup.findStaticSetter(lookup.lookupClass(), "on", boolean.class).invoke(false);
        new File(outside, "file.txt").delete();
    }

    public static void definesGuard(String outside) throws Throwable {
        byte[] bytes = ClassLoader.getSystemResourceAsStream("contained/InnerHarms.class").readAllBytes();
        Method define = ClassLoader.class.getDeclaredMethod(
                "defineClass", String.class, byte[].class, int.class, int.class);
        define.setAccessible(true);
        define.invoke(ClassLoader.getSystemClassLoader(), null, bytes, 0, bytes.length);
    }

    public static void tampersWithProbes(String outside) throws Throwable {
        Class<?> probes = Class.forName("everypath.probes.Probes");
        probes.getField("leftCount").setInt(null, -7);
        probes.getField("fuel").setLong(null, Long.MAX_VALUE);
        probes.getField("stop").set(null, null);
    }

    public static void dumpsHeap(String outside) throws Throwable {
        ManagementFactory.getPlatformMXBean(com.sun.management.HotSpotDiagnosticMXBean.class)
                .dumpHeap(outside + "/heap.hprof", false);
    }

    public static void dumpsThreads(String outside) throws Throwable {
        com.sun.management.HotSpotDiagnosticMXBean bean =
                ManagementFactory.getPlatformMXBean(com.sun.management.HotSpotDiagnosticMXBean.class);
        for (Method each : bean.getClass().getMethods()) {
            if (each.getName().equals("dumpThreads")) {
                each.invoke(bean, outside + "/threads.txt", each.getParameterTypes()[1].getEnumConstants()[0]);
            }
        }
        bean.setVMOption("HeapDumpPath", outside);
    }

    public static void setsOption(String outside) throws Throwable {
        ManagementFactory.getPlatformMXBean(com.sun.management.HotSpotDiagnosticMXBean.class)
                .setVMOption("HeapDumpOnOutOfMemoryError", "true");
    }

    public static void commands(String outside) throws Throwable {
        ManagementFactory.getPlatformMBeanServer().invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"), "gcHeapDump",
                new Object[] {new String[] {outside + "/heap.hprof"}}, new String[] {String[].class.getName()});
    }

    public static void commandsLog(String outside) throws Throwable {
        ManagementFactory.getPlatformMBeanServer().invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"), "vmLog",
                new Object[] {new String[] {"output=" + outside + "/log.txt", "what=all"}},
                new String[] {String[].class.getName()});
    }

    public static void records(String outside) throws Throwable {
        jdk.jfr.Recording recording = new jdk.jfr.Recording();
        recording.start();
        recording.dump(Path.of(outside, "recording.jfr"));
    }

    public static void links(String outside) throws Throwable {
        Class<?> linkers = Class.forName("java.lang.foreign.Linker");
        Object linker = linkers.getMethod("nativeLinker").invoke(null);
        Object lookup = linkers.getMethod("defaultLookup").invoke(linker);
        Class<?> segments = Class.forName("java.lang.foreign.MemorySegment");
        Object getpid = ((java.util.Optional<?>) lookup.getClass().getMethod("find", String.class).invoke(lookup, "getpid"))
                .get();
        Class<?> layouts = Class.forName("java.lang.foreign.MemoryLayout");
        Class<?> descriptors = Class.forName("java.lang.foreign.FunctionDescriptor");
        Object descriptor = descriptors.getMethod("ofVoid", layouts.arrayType())
                .invoke(null, java.lang.reflect.Array.newInstance(layouts, 0));
        Class<?> options = Class.forName("java.lang.foreign.Linker$Option");
        linkers.getMethod("downcallHandle", segments, descriptors, options.arrayType())
                .invoke(linker, getpid, descriptor, java.lang.reflect.Array.newInstance(options, 0));
    }
}
