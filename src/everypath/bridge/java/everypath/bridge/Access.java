package everypath.bridge;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

import sun.misc.Unsafe;

/**
 * Reflection without the language's and the module system's access checks.
 *
 * <p>Members of every module and of every visibility are reachable; fields that reflection hides are listed, and final
 * fields (records' too) can be written. This is what lets a replay force an object state, and what reads the static
 * state of JDK classes.
 */
final class Access {
    private static final MethodHandles.Lookup LOOKUP = trustedLookup();
    private static final Memory MEMORY = internalMemory();
    private static final MethodHandle SET_ACCESSIBLE =
            find(AccessibleObject.class, "setAccessible0", MethodType.methodType(boolean.class, boolean.class));
    private static final MethodHandle DECLARED_FIELDS =
            find(Class.class, "getDeclaredFields0", MethodType.methodType(Field[].class, boolean.class));

    /** Reflection makes new objects for the fields of a class whenever it is asked. */
    private static final ClassValue<List<Field>> INSTANCE_FIELDS = new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> type) {
            return findInstanceFields(type);
        }
    };

    private static final NativeCalls NATIVE_CALLS = NativeCalls.of(LOOKUP);

    private Access() {}

    @SuppressWarnings({"deprecation", "removal"})
    private static MethodHandles.Lookup trustedLookup() {
        try {
            Field known = Unsafe.class.getDeclaredField("theUnsafe");
            known.setAccessible(true);
            Unsafe unsafe = (Unsafe) known.get(null);
            Field field = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
            return (MethodHandles.Lookup)
                    unsafe.getObject(unsafe.staticFieldBase(field), unsafe.staticFieldOffset(field));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The package of the JDK's internal {@code Unsafe} is exported to this module, which code under test is not in. */
    private static Memory internalMemory() {
        try {
            Module here = Access.class.getModule();
            MethodType type = MethodType.methodType(void.class, String.class, Module.class);
            LOOKUP.findVirtual(Module.class, "implAddExports", type)
                    .invoke(Object.class.getModule(), "jdk.internal.misc", here);
            return (Memory) Class.forName("everypath.bridge.InternalMemory").getDeclaredConstructor().newInstance();
        } catch (Throwable e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Lets the classes of a module call the probes, which are in no named module. */
    static void seeProbes(Module module) {
        try {
            MethodType type = MethodType.methodType(void.class);
            LOOKUP.findVirtual(Module.class, "implAddReadsAllUnnamed", type).invoke(module);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** Classes and resources are looked up in a folder, too. */
    static void appendToClassPath(String folder) {
        ClassLoader system = ClassLoader.getSystemClassLoader();
        MethodType type = MethodType.methodType(void.class, String.class);
        try {
            find(system.getClass(), "appendToClassPathForInstrumentation", type).invoke(system, folder);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** A handle on a static method, private ones included. */
    static MethodHandle hidden(Class<?> owner, String name, MethodType type) {
        try {
            return LOOKUP.findStatic(owner, name, type);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What reads and writes fields and arrays by their offsets. */
    static Memory memory() {
        return MEMORY;
    }

    /** Defines a class for the boot loader. */
    static Class<?> defineInBase(String name, byte[] bytes) {
        return MEMORY.define(name, bytes);
    }

    /** A handle on an instance method by its exact type, private ones included. */
    static MethodHandle handle(Class<?> owner, String name, MethodType type) {
        return find(owner, name, type);
    }

    /**
     * A handle on a method that does not look at other members of its class, so that a class that is missing in their
     * signatures does no harm.
     */
    static MethodHandle direct(Class<?> owner, String name, MethodType type) throws ReflectiveOperationException {
        if (name.equals("<init>")) {
            return LOOKUP.findConstructor(owner, type);
        }
        try {
            return LOOKUP.findStatic(owner, name, type);
        } catch (ReflectiveOperationException notStatic) {
            return LOOKUP.findVirtual(owner, name, type);
        }
    }

    private static MethodHandle find(Class<?> owner, String name, MethodType type) {
        try {
            return LOOKUP.findVirtual(owner, name, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The failure of a handle that cannot fail for the arguments given here. */
    private static IllegalStateException impossible(Throwable cause) {
        return new IllegalStateException(cause);
    }

    /** Switches off access checks for one reflected member, and lets calls of it go through the JVM. */
    static <T extends AccessibleObject> T open(T member) {
        try {
            boolean ignored = (boolean) SET_ACCESSIBLE.invoke((AccessibleObject) member, true);
            if (NATIVE_CALLS != null) {
                NATIVE_CALLS.use(member);
            }
            return member;
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** All fields declared by {@code type}, also those that reflection filters out. */
    static Field[] declaredFields(Class<?> type) {
        try {
            return (Field[]) DECLARED_FIELDS.invokeExact(type, false);
        } catch (LinkageError e) {
            throw e;
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** Instance fields of {@code type} and its superclasses, superclass first. */
    static List<Field> instanceFields(Class<?> type) {
        return INSTANCE_FIELDS.get(type);
    }

    private static List<Field> findInstanceFields(Class<?> type) {
        Class<?> parent = type.getSuperclass();
        List<Field> result = parent == null ? new ArrayList<>() : new ArrayList<>(instanceFields(parent));
        for (Field field : declaredFields(type)) {
            if (!Modifier.isStatic(field.getModifiers())) {
                result.add(field);
            }
        }
        return result;
    }

    /** A new object of {@code type} on which no constructor has run. */
    static Object allocate(Class<?> type) throws InstantiationException {
        return MEMORY.allocate(type);
    }

    /** A direct handle on a reflected method, used where {@code invokespecial} semantics are wanted. */
    static MethodHandle special(Method method) throws IllegalAccessException {
        return LOOKUP.in(method.getDeclaringClass()).unreflectSpecial(method, method.getDeclaringClass());
    }

    /** A handle on a constructor. */
    static MethodHandle constructor(Constructor<?> constructor) throws IllegalAccessException {
        return LOOKUP.unreflectConstructor(constructor);
    }

    /** Runs the static initialiser of {@code type} if it has not run yet. */
    static void initialise(Class<?> type) {
        try {
            LOOKUP.in(type).ensureInitialized(type);
        } catch (IllegalAccessException e) {
            throw impossible(e);
        }
    }

    /** Whether the static initialiser of {@code type} has run. */
    static boolean isInitialised(Class<?> type) {
        return !MEMORY.isToBeInitialised(type);
    }

    /** Memory by offsets. */
    static Memory memoryAccess() {
        return MEMORY;
    }

    private static long offset(Field field) {
        return Modifier.isStatic(field.getModifiers()) ? MEMORY.staticOffset(field) : MEMORY.offset(field);
    }

    private static Object base(Field field, Object object) {
        if (!Modifier.isStatic(field.getModifiers())) {
            return object;
        }
        initialise(field.getDeclaringClass());
        return MEMORY.base(field);
    }

    /** Reads a field; primitives come boxed. */
    static Object get(Field field, Object object) {
        Object base = base(field, object);
        long offset = offset(field);
        return MEMORY.get(base, offset, field.getType());
    }

    /**
     * Writes a field, final or not.
     *
     * @throws IllegalArgumentException when the value does not fit the field's type
     */
    static void set(Field field, Object object, Object value) {
        Class<?> type = field.getType();
        Object checked = converted(value, type);
        Object base = base(field, object);
        long offset = offset(field);
        MEMORY.put(base, offset, type, checked);
    }

    /** {@code value} as an array element of {@code type} would hold it: checks references and widens primitives. */
    private static Object converted(Object value, Class<?> type) {
        if (!type.isPrimitive()) {
            if (value != null && !type.isInstance(value)) {
                throw new IllegalArgumentException(value.getClass().getName() + " is not a " + type.getName());
            }
            return value;
        }
        Object cell = Array.newInstance(type, 1);
        Array.set(cell, 0, value);
        return Array.get(cell, 0);
    }
}
