package everypath.bridge;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;

/**
 * Reflective calls without a method handle spun for each member: most members are called only a few times.
 *
 * <p>Since JDK 18 reflection makes method handles at the first call. The property that turns this off for the whole JVM
 * breaks reflective calls of caller-sensitive methods, which analysed code may make, so only the bridge's own members
 * are treated, one by one.
 */
final class NativeCalls {
    private static final String PACKAGE = "jdk.internal.reflect.";

    private final MethodHandle ofMethod;
    private final MethodHandle ofConstructor;
    private final MethodHandle isCallerSensitive;
    private final MethodHandle setForMethod;
    private final MethodHandle setForConstructor;

    private NativeCalls(MethodHandles.Lookup trusted) throws ReflectiveOperationException {
        Class<?> forMethods = named("DirectMethodHandleAccessor");
        Class<?> forConstructors = named("DirectConstructorHandleAccessor");
        MethodType ofOneMethod = MethodType.methodType(named("MethodAccessorImpl"), Method.class, boolean.class);
        ofMethod = trusted.findStatic(forMethods, "nativeAccessor", ofOneMethod);
        ofConstructor = trusted.findStatic(
                forConstructors,
                "nativeAccessor",
                MethodType.methodType(named("ConstructorAccessorImpl"), Constructor.class));
        isCallerSensitive = trusted.findStatic(
                named("Reflection"), "isCallerSensitive", MethodType.methodType(boolean.class, Method.class));
        setForMethod = setter(trusted, Method.class, "MethodAccessor");
        setForConstructor = setter(trusted, Constructor.class, "ConstructorAccessor");
    }

    /** Null on a JDK whose reflection has no method handles. */
    static NativeCalls of(MethodHandles.Lookup trusted) {
        try {
            return new NativeCalls(trusted);
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    private static Class<?> named(String name) throws ClassNotFoundException {
        return Class.forName(PACKAGE + name);
    }

    private static MethodHandle setter(MethodHandles.Lookup trusted, Class<?> owner, String accessor)
            throws ReflectiveOperationException {
        MethodType type = MethodType.methodType(void.class, named(accessor));
        return trusted.findVirtual(owner, "set" + accessor, type);
    }

    /** Makes calls of a method or constructor go through the JVM. */
    void use(AccessibleObject member) throws Throwable {
        if (member instanceof Constructor<?> constructor) {
            Object accessor = ofConstructor.invoke(constructor);
            setForConstructor.invoke(constructor, accessor);
        } else if (member instanceof Method method && !(boolean) isCallerSensitive.invoke(method)) {
            Object accessor = ofMethod.invoke(method, false);
            setForMethod.invoke(method, accessor);
        }
    }
}
