package everypath.bridge;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/**
 * How much the static fields of a class can change from one replay to the next.
 *
 * <p>The declarations decide most classes; where a final field holds an object, the object does: it cannot change when
 * everything reachable from it is final, an unmodifiable collection, an empty array or a value of the JDK.
 */
enum StaticState {
    /** Nothing can change: the class may serve any number of replays. */
    FIXED,
    /** It depends on the objects that final fields hold. */
    DEPENDS,
    /** A replay may change it. */
    MUTABLE;

    /** JDK types whose objects have no state that could change; {@code java.lang.Object} serves as a lock. */
    private static final Set<String> VALUES = Set.of(
            "java.lang.String", "java.lang.Integer", "java.lang.Long", "java.lang.Short", "java.lang.Byte",
            "java.lang.Character", "java.lang.Boolean", "java.lang.Double", "java.lang.Float", "java.lang.Class",
            "java.lang.Object", "java.math.BigInteger", "java.math.BigDecimal", "java.util.Locale", "java.util.UUID",
            "java.util.regex.Pattern", "java.util.OptionalInt", "java.util.OptionalLong", "java.util.OptionalDouble",
            "java.time.Duration", "java.time.Instant", "java.time.LocalDate", "java.time.LocalDateTime",
            "java.time.LocalTime", "java.time.Period", "java.time.ZoneOffset");

    private static final int MAX_OBJECTS = 2000;

    /** The kind of state of a static field with this descriptor, by its declaration. */
    static StaticState ofField(boolean isFinal, String descriptor) {
        if (!isFinal) {
            return MUTABLE;
        }
        boolean value = descriptor.length() == 1
                || descriptor.charAt(0) == 'L'
                        && !descriptor.equals("Ljava/lang/Object;")
                        && VALUES.contains(descriptor.substring(1, descriptor.length() - 1).replace('/', '.'));
        return value ? FIXED : DEPENDS;
    }

    /** The more changeable of two. */
    StaticState or(StaticState other) {
        return compareTo(other) >= 0 ? this : other;
    }

    /** Whether nothing that the static fields of an initialised class hold can change. */
    static boolean isFixed(Class<?> type) {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        ArrayDeque<Object> pending = new ArrayDeque<>();
        for (Field field : Access.declaredFields(type)) {
            if (Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                add(Access.get(field, null), seen, pending);
            }
        }
        for (Object next = pending.poll(); next != null; next = pending.poll()) {
            if (seen.size() > MAX_OBJECTS || !expand(next, seen, pending)) {
                return false;
            }
        }
        return true;
    }

    /** Whether objects of a class of the JDK have no state that could change. */
    static boolean isValue(Class<?> type) {
        return VALUES.contains(type.getName());
    }

    private static void add(Object value, Set<Object> seen, ArrayDeque<Object> pending) {
        if (value != null && !VALUES.contains(value.getClass().getName()) && seen.add(value)) {
            pending.add(value);
        }
    }

    /** Adds what an object refers to; false when it can itself change. */
    private static boolean expand(Object object, Set<Object> seen, ArrayDeque<Object> pending) {
        Class<?> type = object.getClass();
        if (type.isArray()) {
            return Array.getLength(object) == 0;
        } else if (type.getClassLoader() instanceof TargetLoader) {
            for (Field field : Access.instanceFields(type)) {
                if (field.getDeclaringClass() == Enum.class) {
                    continue; // name, ordinal and a cached hash
                }
                if (!Modifier.isFinal(field.getModifiers())) {
                    return false;
                }
                if (!field.getType().isPrimitive()) {
                    add(Access.get(field, object), seen, pending);
                }
            }
            return true;
        } else if (!isUnmodifiable(type.getName())) {
            return object instanceof Enum;
        } else if (object instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                add(entry.getKey(), seen, pending);
                add(entry.getValue(), seen, pending);
            }
            return true;
        } else if (object instanceof Collection<?> collection) {
            for (Object element : collection) {
                add(element, seen, pending);
            }
            return true;
        }
        return false;
    }

    private static boolean isUnmodifiable(String name) {
        return name.startsWith("java.util.ImmutableCollections$")
                || name.startsWith("java.util.Collections$Unmodifiable")
                || name.startsWith("java.util.Collections$Empty")
                || name.startsWith("java.util.Collections$Singleton");
    }
}
