package everypath.sweep;

import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;

/**
 * From where Java source can name classes and members: from anywhere, from one package (its <em>home</em>), or from
 * nowhere. A test is written in one package.
 *
 * <p>A home is the name of a package, {@link #ANYWHERE} or {@link #NOWHERE}.
 */
final class Homes {
    static final String ANYWHERE = null;
    static final String NOWHERE = "-";

    private static final int SYNTHETIC = 0x1000;

    private final Map<Class<?>, String> known = new HashMap<>();

    /** The home of a class, with all that encloses it. */
    String of(Class<?> type) {
        if (type.isPrimitive()) {
            return ANYWHERE;
        }
        if (type.isArray()) {
            return of(type.getComponentType());
        }
        if (known.containsKey(type)) {
            return known.get(type);
        }
        String home = find(type);
        known.put(type, home);
        return home;
    }

    private String find(Class<?> type) {
        try {
            if (type.isHidden() || type.isSynthetic() || type.isAnonymousClass() || type.isLocalClass()) {
                return NOWHERE;
            }
            Class<?> around = type.getDeclaringClass();
            String home = ofAccess(type, type.getModifiers());
            return around == null ? home : both(home, of(around));
        } catch (LinkageError e) {
            return NOWHERE; // a class that encloses it is missing
        }
    }

    /** The home of what has these access flags in a class, without that of the class itself. */
    private static String ofAccess(Class<?> owner, int access) {
        if (Modifier.isPublic(access)) {
            boolean open = !owner.getModule().isNamed() || owner.getModule().isExported(owner.getPackageName());
            return open ? ANYWHERE : NOWHERE;
        }
        boolean platform = owner.getModule().isNamed();
        return Modifier.isPrivate(access) || platform ? NOWHERE : owner.getPackageName();
    }

    /** The home of a member. Members that the compiler made can be named nowhere. */
    String ofMember(Class<?> owner, int access, Class<?> result, Class<?>... parameters) {
        if ((access & SYNTHETIC) != 0) {
            return NOWHERE;
        }
        String home = both(both(of(owner), ofAccess(owner, access)), of(result));
        for (Class<?> each : parameters) {
            home = both(home, of(each));
        }
        return home;
    }

    /** The home of what needs two. */
    static String both(String one, String other) {
        if (one == null) {
            return other;
        } else if (other == null || one.equals(other)) {
            return one;
        }
        return NOWHERE;
    }

    /** Whether what has a home can be named in a package. */
    static boolean isNameable(String home, String here) {
        return home == null || home.equals(here);
    }
}
