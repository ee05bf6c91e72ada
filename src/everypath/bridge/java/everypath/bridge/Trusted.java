package everypath.bridge;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Method;

/**
 * What the bridge lets its other packages do. Code under test could call static methods of public classes: it has no
 * object of this one.
 */
public final class Trusted {
    private static final Memory MEMORY = Access.memory();

    Trusted() {}

    /** Switches off access checks for one reflected member. */
    public <T extends AccessibleObject> T open(T member) {
        return Access.open(member);
    }

    /** A direct handle on a method, as of a call of {@code super}. */
    public MethodHandle special(Method method) throws IllegalAccessException {
        return Access.special(method);
    }

    /** Defines a further class for a loader. */
    public Class<?> define(Target target, TargetLoader loader, String name, byte[] bytes) {
        target.define(name, bytes);
        try {
            return loader.loadClass(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The members that a loader's classes see. */
    public Members members(TargetLoader loader) {
        return loader.members();
    }

    /** Eight elements of an array from a place on, as one number. */
    public long word(byte[] array, int at) {
        return MEMORY.word(array, at);
    }

    /** Sets eight elements of an array to zero. */
    public void clearWord(byte[] array, int at) {
        MEMORY.clearWord(array, at);
    }
}
