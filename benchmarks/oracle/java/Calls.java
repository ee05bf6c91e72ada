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
}
