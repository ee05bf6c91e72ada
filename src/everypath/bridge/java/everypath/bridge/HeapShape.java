package everypath.bridge;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import java.util.concurrent.ForkJoinPool;

/**
 * The instance fields of a class that {@link StaticHeap} looks at.
 *
 * @param isLeaf whether its objects are left alone: they have no state, or it is the JVM's and the JDK's own
 * @param offsets where the fields are
 * @param types the types of the fields
 * @param isFinal which of them are final, and are only walked through
 */
record HeapShape(boolean isLeaf, long[] offsets, Class<?>[] types, boolean[] isFinal) {
    private static final HeapShape LEAF = new HeapShape(true, null, null, null);

    /** Objects of these classes belong to the JVM or to all that runs in it. */
    private static final List<Class<?>> SHARED = List.of(
            Class.class, ClassLoader.class, Module.class, ModuleLayer.class, Package.class, Thread.class,
            ThreadGroup.class, Runtime.class, Process.class, ProcessHandle.class, ClassValue.class,
            java.io.FileDescriptor.class, Charset.class, ForkJoinPool.class, ResourceBundle.Control.class);

    /** The beginnings of names of classes that are part of how the JVM and its libraries work. */
    private static final List<String> INTERNAL = List.of(
            "everypath.", "java.lang.invoke.", "java.lang.module.", "java.lang.reflect.", "java.math.", "java.net.",
            "java.nio.file.", "java.security.", "java.time.", "java.util.jar.", "java.util.logging.", "java.util.zip.",
            "javax.crypto.", "jdk.", "sun.invoke.", "sun.misc.", "sun.net.", "sun.nio.ch.", "sun.nio.fs.",
            "sun.reflect.", "sun.security.", "sun.util.locale.", "sun.util.resources.");

    /** The shape of a class. Raises linkage errors where the type of a field is missing. */
    static HeapShape of(Class<?> type) {
        if (isLeaf(type)) {
            return LEAF;
        }
        List<Field> fields = new ArrayList<>();
        for (Field field : Access.instanceFields(type)) {
            boolean isOfCollector = field.getDeclaringClass().getPackageName().equals("java.lang.ref");
            boolean isOfJvm = field.getDeclaringClass() == Throwable.class && field.getName().equals("backtrace");
            boolean isFinal = Modifier.isFinal(field.getModifiers());
            if (!isOfCollector && !isOfJvm && !(isFinal && field.getType().isPrimitive())) {
                fields.add(field);
            }
        }
        long[] offsets = new long[fields.size()];
        Class<?>[] types = new Class<?>[fields.size()];
        boolean[] isFinal = new boolean[fields.size()];
        for (int i = 0; i < offsets.length; i++) {
            Field field = fields.get(i);
            offsets[i] = Access.memoryAccess().offset(field);
            types[i] = field.getType();
            isFinal[i] = Modifier.isFinal(field.getModifiers());
        }
        return new HeapShape(fields.isEmpty(), offsets, types, isFinal);
    }

    private static boolean isLeaf(Class<?> type) {
        if (type.getClassLoader() instanceof TargetLoader || Proxy.isProxyClass(type)) {
            return SHARED.stream().anyMatch(each -> each.isAssignableFrom(type));
        } else if (StaticState.isValue(type)) {
            return true;
        }
        String name = type.getName();
        return INTERNAL.stream().anyMatch(name::startsWith)
                || SHARED.stream().anyMatch(each -> each.isAssignableFrom(type));
    }
}
