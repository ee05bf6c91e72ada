package oracle;

import java.lang.reflect.Array;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Heap pollution (JLS 4.12.2): an array, a collection or an object of the analysed code holds an object of a class that
 * the type arguments of the parameter exclude. A caller without raw types cannot hand it in.
 */
public final class Pollution {
    private static final int MOST_OBJECTS = 200;

    private final Map<Object, Set<Type>> seen = new IdentityHashMap<>();

    private Pollution() {
    }

    /** Whether an argument is polluted. The method is given by its name, "<init>" for a constructor. */
    public static boolean isIn(Class<?> owner, String name, Class<?>[] parameters, Object... arguments) {
        try {
            Executable method = name.equals("<init>")
                    ? owner.getDeclaredConstructor(parameters) : owner.getDeclaredMethod(name, parameters);
            Type[] types = method.getGenericParameterTypes();
            Pollution pollution = new Pollution();
            for (int at = 0; at < arguments.length && types.length == arguments.length; at++) {
                if (pollution.isIn(arguments[at], new Bound(types[at], Map.of()))) {
                    return true;
                }
            }
        } catch (ReflectiveOperationException | LinkageError | RuntimeException unknown) {
            return false;
        }
        return false;
    }

    private boolean isIn(Object object, Bound given) {
        Bound bound = given.resolved();
        if (object == null || bound == null || seen.size() > MOST_OBJECTS) {
            return false;
        }
        if (!bound.erasure().isInstance(object)) {
            return !bound.erasure().isPrimitive();
        }
        if (!seen.computeIfAbsent(object, each -> new HashSet<>()).add(bound.type)) {
            return false;
        }
        if (object instanceof Object[] elements) {
            Bound component = bound.component();
            return isInOneOf(Arrays.asList(elements), component);
        }
        Map<TypeVariable<?>, Bound> variables = variablesOf(object.getClass(), bound);
        if (object.getClass().getName().startsWith("java.util.")) {
            return isInElements(object, variables);
        }
        return isInFields(object, variables);
    }

    private boolean isInElements(Object object, Map<TypeVariable<?>, Bound> variables) {
        if (object instanceof Map<?, ?> map) {
            Map<TypeVariable<?>, Bound> known = above(object.getClass(), variables, Map.class);
            TypeVariable<?>[] names = Map.class.getTypeParameters();
            return isInOneOf(map.keySet(), known.get(names[0])) || isInOneOf(map.values(), known.get(names[1]));
        }
        if (object instanceof Collection<?> elements) {
            Map<TypeVariable<?>, Bound> known = above(object.getClass(), variables, Collection.class);
            return isInOneOf(elements, known.get(Collection.class.getTypeParameters()[0]));
        }
        return false;
    }

    private boolean isInOneOf(Iterable<?> objects, Bound bound) {
        for (Object each : objects) {
            if (bound != null && isIn(each, bound)) {
                return true;
            }
        }
        return false;
    }

    private boolean isInFields(Object object, Map<TypeVariable<?>, Bound> variables) {
        for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
            if (type.getClassLoader() == null || type.isHidden()) {
                continue;
            }
            Map<TypeVariable<?>, Bound> known = above(object.getClass(), variables, type);
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && field.trySetAccessible()
                        && isIn(valueOf(field, object), new Bound(field.getGenericType(), known))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static Object valueOf(Field field, Object object) {
        try {
            return field.get(object);
        } catch (IllegalAccessException hidden) {
            return null;
        }
    }

    /** What the type variables of the class of an object stand for, if the object has this type. */
    private static Map<TypeVariable<?>, Bound> variablesOf(Class<?> of, Bound bound) {
        Map<TypeVariable<?>, Bound> found = new HashMap<>();
        if (bound.type instanceof ParameterizedType wanted) {
            Map<TypeVariable<?>, Bound> own = new HashMap<>();
            for (TypeVariable<?> each : of.getTypeParameters()) {
                own.put(each, new Bound(each, Map.of()));
            }
            Map<TypeVariable<?>, Bound> known = above(of, own, bound.erasure());
            TypeVariable<?>[] names = bound.erasure().getTypeParameters();
            for (int at = 0; at < names.length; at++) {
                Bound named = known.get(names[at]);
                if (named != null && named.type instanceof TypeVariable<?> variable) {
                    found.put(variable, new Bound(wanted.getActualTypeArguments()[at], bound.variables));
                }
            }
        }
        return found;
    }

    /** What the type variables of a superclass or interface stand for, seen from a class; empty if that is not known. */
    private static Map<TypeVariable<?>, Bound> above(
            Class<?> from, Map<TypeVariable<?>, Bound> variables, Class<?> to) {
        if (from == to) {
            return variables;
        }
        List<Type> direct = new ArrayList<>(List.of(from.getGenericInterfaces()));
        if (from.getGenericSuperclass() != null) {
            direct.add(from.getGenericSuperclass());
        }
        for (Type each : direct) {
            Class<?> raw = new Bound(each, Map.of()).erasure();
            if (to.isAssignableFrom(raw)) {
                Map<TypeVariable<?>, Bound> known = new HashMap<>();
                if (each instanceof ParameterizedType parameterized) {
                    TypeVariable<?>[] names = raw.getTypeParameters();
                    for (int at = 0; at < names.length; at++) {
                        known.put(names[at], new Bound(parameterized.getActualTypeArguments()[at], variables));
                    }
                }
                return above(raw, known, to);
            }
        }
        return Map.of();
    }

    /** A type, and what its type variables stand for. */
    private record Bound(Type type, Map<TypeVariable<?>, Bound> variables) {
        /** The type behind type variables and wildcards; null if it may be any. */
        Bound resolved() {
            if (type instanceof TypeVariable<?>) {
                Bound found = variables.get(type);
                return found == null ? null : found.resolved();
            }
            if (type instanceof WildcardType wildcard) {
                return new Bound(wildcard.getUpperBounds()[0], variables).resolved();
            }
            return this;
        }

        Class<?> erasure() {
            if (type instanceof Class<?> raw) {
                return raw;
            }
            if (type instanceof ParameterizedType parameterized) {
                return (Class<?>) parameterized.getRawType();
            }
            if (type instanceof GenericArrayType) {
                Bound component = component().resolved();
                return Array.newInstance(component == null ? Object.class : component.erasure(), 0).getClass();
            }
            return Object.class;
        }

        Bound component() {
            if (type instanceof GenericArrayType array) {
                return new Bound(array.getGenericComponentType(), variables);
            }
            Class<?> component = erasure().getComponentType();
            return new Bound(component == null ? Object.class : component, variables);
        }
    }
}
