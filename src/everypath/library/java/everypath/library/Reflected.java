package everypath.library;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.UndeclaredThrowableException;
import java.security.AccessController;

/** Calls and accesses by reflection: the checks as the JDK makes them, then the machine. */
final class Reflected {
    private Reflected() {}

    /** Calls the method or constructor on boxed arguments of the right types, the receiver first. */
    static native Object call(Executable member, Object[] arguments) throws Throwable;

    /** A field's value in its box. */
    static native Object read(Field field, Object receiver);

    static native void write(Field field, Object receiver, Object value);

    /** Whether the class that called the reflecting method may use a member. */
    static native boolean isAccessible(AccessibleObject member);

    static native Class<?> caller();

    static native boolean isAnalysed(Class<?> type);

    static Object invoke(Method method, Object receiver, Object[] arguments)
            throws IllegalAccessException, InvocationTargetException {
        checkAccess(method, method);
        boolean isStatic = Modifier.isStatic(method.getModifiers());
        if (!isStatic) {
            checkReceiver(method, receiver);
        }
        Object[] given = given(method.getParameterTypes(), arguments);
        try {
            return call(method, isStatic ? given : Forms.replaced(given, 0, 0, new Object[] {receiver}));
        } catch (Throwable thrown) {
            throw new InvocationTargetException(thrown);
        }
    }

    /** As {@code sun.reflect.misc.MethodUtil.invoke}, whose calls come from one class for all callers. */
    static Object bounce(Method method, Object receiver, Object[] arguments)
            throws IllegalAccessException, InvocationTargetException {
        Class<?> owner = method.getDeclaringClass();
        if (owner == AccessController.class
            || owner == Method.class
            || owner.getName().startsWith("java.lang.invoke.")) {
            throw new InvocationTargetException(new UnsupportedOperationException("invocation not supported"));
        }
        return invoke(method, receiver, arguments);
    }

    static <T> T newInstance(Constructor<T> constructor, Object[] arguments)
            throws InstantiationException, IllegalAccessException, InvocationTargetException {
        checkAccess(constructor, constructor);
        Class<T> type = constructor.getDeclaringClass();
        if ((type.getModifiers() & 0x4000) != 0) {
            throw new IllegalArgumentException("Cannot reflectively create enum objects");
        }
        Object[] given = given(constructor.getParameterTypes(), arguments);
        if (Modifier.isAbstract(type.getModifiers())) {
            throw new InstantiationException();
        }
        Object made;
        try {
            made = call(constructor, given);
        } catch (Throwable thrown) {
            throw new InvocationTargetException(thrown);
        }
        return type.cast(made);
    }

    static <T> T newInstance(Class<T> type) throws InstantiationException, IllegalAccessException {
        if ((Object) type == Class.class) {
            throw new IllegalAccessException("Can not call newInstance() on the Class for java.lang.Class");
        }
        Constructor<T> constructor;
        try {
            constructor = type.getDeclaredConstructor();
        } catch (NoSuchMethodException missing) {
            throw (InstantiationException) new InstantiationException(type.getName()).initCause(missing);
        }
        try {
            return newInstance(constructor, new Object[0]);
        } catch (InvocationTargetException wrapped) {
            throw Reflected.<RuntimeException>unchecked(wrapped.getTargetException());
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> RuntimeException unchecked(Throwable thrown) throws E {
        throw (E) thrown;
    }

    static Object get(Field field, Object receiver) throws IllegalAccessException {
        checkAccess(field, field);
        checkFieldReceiver(field, receiver);
        return read(field, receiver);
    }

    static void set(Field field, Object receiver, Object value) throws IllegalAccessException {
        checkAccess(field, field);
        checkFieldReceiver(field, receiver);
        boolean writable = !Modifier.isFinal(field.getModifiers())
            || (field.isAccessible()
                && !Modifier.isStatic(field.getModifiers())
                && !field.getDeclaringClass().isRecord());
        if (!writable) {
            throw unworded("java/lang/IllegalAccessException");
        }
        write(field, receiver, converted(value, field.getType(), true));
    }

    static int getInt(Field field, Object receiver) throws IllegalAccessException {
        return (Integer) primitive(field, receiver, int.class);
    }

    static long getLong(Field field, Object receiver) throws IllegalAccessException {
        return (Long) primitive(field, receiver, long.class);
    }

    static double getDouble(Field field, Object receiver) throws IllegalAccessException {
        return (Double) primitive(field, receiver, double.class);
    }

    static float getFloat(Field field, Object receiver) throws IllegalAccessException {
        return (Float) primitive(field, receiver, float.class);
    }

    static boolean getBoolean(Field field, Object receiver) throws IllegalAccessException {
        return (Boolean) primitive(field, receiver, boolean.class);
    }

    static char getChar(Field field, Object receiver) throws IllegalAccessException {
        return (Character) primitive(field, receiver, char.class);
    }

    static short getShort(Field field, Object receiver) throws IllegalAccessException {
        return (Short) primitive(field, receiver, short.class);
    }

    static byte getByte(Field field, Object receiver) throws IllegalAccessException {
        return (Byte) primitive(field, receiver, byte.class);
    }

    static void setInt(Field field, Object receiver, int value) throws IllegalAccessException {
        set(field, receiver, value);
    }

    static void setLong(Field field, Object receiver, long value) throws IllegalAccessException {
        set(field, receiver, value);
    }

    static void setDouble(Field field, Object receiver, double value) throws IllegalAccessException {
        set(field, receiver, value);
    }

    static void setBoolean(Field field, Object receiver, boolean value) throws IllegalAccessException {
        set(field, receiver, value);
    }

    /** What every method of a proxy does. */
    static Object proxied(InvocationHandler handler, Object proxy, Method method, Object[] arguments) throws Throwable {
        try {
            return handler.invoke(proxy, method, arguments);
        } catch (RuntimeException | Error unchecked) {
            throw unchecked;
        } catch (Throwable thrown) {
            for (Class<?> declared : method.getExceptionTypes()) {
                if (declared.isInstance(thrown)) {
                    throw thrown;
                }
            }
            throw new UndeclaredThrowableException(thrown);
        }
    }

    private static Object primitive(Field field, Object receiver, Class<?> wanted) throws IllegalAccessException {
        if (!field.getType().isPrimitive() || !Handles.canConvert(field.getType(), wanted)) {
            throw Handles.unworded("java/lang/IllegalArgumentException");
        }
        return Conversions.convert(get(field, receiver), field.getType(), wanted, false);
    }

    private static void checkAccess(AccessibleObject accessible, Member member) throws IllegalAccessException {
        if (isAccessible(accessible)) {
            return;
        }
        Class<?> owner = member.getDeclaringClass();
        if (!isAnalysed(owner)) {
            throw unworded("java/lang/IllegalAccessException");
        }
        String modifiers = Modifier.toString(member.getModifiers());
        throw new IllegalAccessException(
            caller() + " cannot access a member of " + owner + " with modifiers \"" + modifiers + "\"");
    }

    private static IllegalAccessException unworded(String name) {
        throw Handles.unworded(name);
    }

    private static void checkReceiver(Member member, Object receiver) {
        if (receiver == null) {
            throw Handles.unworded("java/lang/NullPointerException");
        }
        if (!member.getDeclaringClass().isInstance(receiver)) {
            throw Handles.unworded("java/lang/IllegalArgumentException");
        }
    }

    private static void checkFieldReceiver(Field field, Object receiver) {
        if (!Modifier.isStatic(field.getModifiers())) {
            checkReceiver(field, receiver);
        }
    }

    private static Object[] given(Class<?>[] types, Object[] arguments) {
        int count = arguments == null ? 0 : arguments.length;
        if (count != types.length) {
            throw new IllegalArgumentException(
                Handles.feature() >= 18
                    ? "wrong number of arguments: " + count + " expected: " + types.length
                    : "wrong number of arguments");
        }
        Object[] given = new Object[count];
        for (int i = 0; i < count; i++) {
            given[i] = converted(arguments[i], types[i], false);
        }
        return given;
    }

    private static Object converted(Object value, Class<?> type, boolean forField) {
        if (!type.isPrimitive()) {
            if (value != null && !type.isInstance(value)) {
                throw mismatch(forField);
            }
            return value;
        }
        if (value == null && !forField && Handles.feature() < 18) {
            throw new IllegalArgumentException();
        }
        if (value == null) {
            throw Handles.unworded("java/lang/IllegalArgumentException");
        }
        if (!Handles.canConvert(value.getClass(), type)) {
            throw mismatch(forField);
        }
        return Conversions.given(value, type);
    }

    private static RuntimeException mismatch(boolean forField) {
        if (forField) {
            throw Handles.unworded("java/lang/IllegalArgumentException");
        }
        return new IllegalArgumentException("argument type mismatch");
    }
}
