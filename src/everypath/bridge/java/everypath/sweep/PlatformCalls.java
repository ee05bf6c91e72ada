package everypath.sweep;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Calls of methods that the JDK declares and a class under test overrides, where nothing of the class itself can be
 * named: those of an anonymous {@code Runnable}, or of a private iterator.
 */
final class PlatformCalls {
    private final Catalogue catalogue;
    private final TargetClasses classes;

    PlatformCalls(Catalogue catalogue, TargetClasses classes) {
        this.catalogue = catalogue;
        this.classes = classes;
    }

    /** The calls for objects of a class, in a fixed order. */
    List<Operation> on(Class<?> type) {
        List<Operation> result = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (Class<?> each : platformTypes(type)) {
            if (catalogue.homes().of(each) != Homes.NOWHERE) {
                Map<TypeVariable<?>, KnownType> variables = KnownType.of(type).variables();
                for (Method method : each.getDeclaredMethods()) {
                    Method own = overrider(type, method);
                    if (own != null && seen.add(Stub.signature(method))) {
                        result.add(catalogue.ofInherited(method, variables, goals(own)));
                    }
                }
            }
        }
        result.sort(Comparator.comparing(Operation::key));
        return result;
    }

    private Set<Class<?>> platformTypes(Class<?> type) {
        Set<Class<?>> result = new LinkedHashSet<>();
        collect(type, result);
        return result;
    }

    private void collect(Class<?> type, Set<Class<?>> result) {
        if (type == null) {
            return;
        }
        if (type.getModule().isNamed()) {
            result.add(type);
        }
        collect(type.getSuperclass(), result);
        for (Class<?> each : type.getInterfaces()) {
            collect(each, result);
        }
    }

    /** The method that a class under test has for one of the JDK, where only the JDK's can be named. */
    private Method overrider(Class<?> type, Method method) {
        int access = method.getModifiers();
        if (!Modifier.isPublic(access) || Modifier.isStatic(access) || Modifier.isFinal(access)) {
            return null;
        }
        for (Class<?> each = type; each != null && classes.isTarget(each); each = each.getSuperclass()) {
            if (catalogue.homes().of(each) != Homes.NOWHERE) {
                continue;
            }
            try {
                return each.getDeclaredMethod(method.getName(), method.getParameterTypes());
            } catch (NoSuchMethodException | LinkageError e) {
                continue; // a superclass may have it
            }
        }
        return null;
    }

    /** The goals of a method; of one that only calls another, those of the other. */
    private MethodGoals goals(Method own) {
        TargetClasses.Known known = classes.known(own.getDeclaringClass().getName());
        MethodGoals result = null;
        for (MethodGoals each : known == null ? List.<MethodGoals>of() : known.methods().values()) {
            if (each.key.startsWith(own.getName() + '(') && (result == null || each.open > result.open)) {
                result = each;
            }
        }
        return result;
    }
}
