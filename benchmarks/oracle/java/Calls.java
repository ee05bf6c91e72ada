package oracle;

/** Static state is as initialisation left it for the first call of a sequence only. */
public class Calls {
    private static boolean isLater;

    public static boolean isFirst() {
        boolean isFirst = !isLater;
        isLater = true;
        return isFirst;
    }

    /** Whether a call on the receiver runs the method of this class: none of its subclasses overrides it there. */
    public static boolean runs(Object receiver, Class<?> owner, String name, Class<?>... parameters) {
        for (Class<?> type = receiver.getClass(); type != null && type != owner; type = type.getSuperclass()) {
            try {
                type.getDeclaredMethod(name, parameters);
                return false;
            } catch (NoSuchMethodException none) {
                continue;
            }
        }
        return true;
    }

    public static void set(Object object, String owner, String name, Object value) throws ReflectiveOperationException {
        field(object, owner, name).set(object, value);
    }

    public static void set(Object object, String owner, String name, boolean value) throws ReflectiveOperationException {
        field(object, owner, name).set(object, value);
    }

    public static void set(Object object, String owner, String name, byte value) throws ReflectiveOperationException {
        field(object, owner, name).set(object, value);
    }

    public static void set(Object object, String owner, String name, char value) throws ReflectiveOperationException {
        field(object, owner, name).set(object, value);
    }

    public static void set(Object object, String owner, String name, short value) throws ReflectiveOperationException {
        field(object, owner, name).set(object, value);
    }

    public static void set(Object object, String owner, String name, int value) throws ReflectiveOperationException {
        field(object, owner, name).set(object, value);
    }

    public static void set(Object object, String owner, String name, long value) throws ReflectiveOperationException {
        field(object, owner, name).set(object, value);
    }

    public static void set(Object object, String owner, String name, float value) throws ReflectiveOperationException {
        field(object, owner, name).set(object, value);
    }

    public static void set(Object object, String owner, String name, double value) throws ReflectiveOperationException {
        field(object, owner, name).set(object, value);
    }

    /** A field that code in the package of the class assigns. */
    private static java.lang.reflect.Field field(Object object, String owner, String name)
            throws ReflectiveOperationException {
        java.lang.reflect.Field found = Class.forName(owner, true, object.getClass().getClassLoader()).getDeclaredField(name);
        found.setAccessible(true);
        return found;
    }
}
