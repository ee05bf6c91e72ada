package oracle;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiPredicate;

/**
 * What the objects of an input held before a call: fields of objects of the analysed code, elements of arrays and of
 * lists of the JDK, the sizes of its other collections, texts of builders, and the static fields of the class of the
 * method.
 */
public final class Before {
    private static final int MOST_OBJECTS = 200;
    private static final int MOST_ELEMENTS = 100;

    private final Map<Object, Map<String, Object>> held = new IdentityHashMap<>();
    private final Class<?> owner;
    private final Map<String, Object> statics;

    private Before(Class<?> owner) {
        this.owner = owner;
        statics = staticsOf(owner);
    }

    public static Before of(Class<?> owner, Object... roots) {
        Before made = new Before(owner);
        Deque<Object> waiting = new ArrayDeque<>();
        for (Object each : roots) {
            made.found(waiting, each);
        }
        while (!waiting.isEmpty() && made.held.size() < MOST_OBJECTS) {
            Object object = waiting.remove();
            if (!made.held.containsKey(object)) {
                Map<String, Object> places = placesOf(object);
                made.held.put(object, places);
                places.values().forEach(each -> made.found(waiting, each));
            }
        }
        return made;
    }

    /** Whether each place that holds another value now is one that may be written. */
    public boolean isKept(BiPredicate<Object, String> isWritten) {
        for (Map.Entry<Object, Map<String, Object>> each : held.entrySet()) {
            if (!isKept(each.getKey(), each.getValue(), placesOf(each.getKey()), isWritten)) {
                return false;
            }
        }
        return isKept(null, statics, staticsOf(owner), isWritten);
    }

    private static boolean isKept(
            Object holder, Map<String, Object> before, Map<String, Object> now, BiPredicate<Object, String> isWritten) {
        for (Map.Entry<String, Object> place : before.entrySet()) {
            boolean isGone = !now.containsKey(place.getKey());
            if (!isGone && !isSame(place.getValue(), now.get(place.getKey()))
                    && !isWritten.test(holder, place.getKey())) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSame(Object before, Object now) {
        return before == now || before instanceof Primitive && before.equals(now);
    }

    private void found(Deque<Object> waiting, Object object) {
        boolean isOfTheJdk = owner.getClassLoader() == null; // its lists are looked into, and have other places then
        if (object != null && (object.getClass().isArray() || (isList(object) || isSized(object)) && !isOfTheJdk
                || isText(object) || isAnalysed(object.getClass()))) {
            waiting.add(object);
        }
    }

    private static boolean isAnalysed(Class<?> type) {
        return type.getClassLoader() != null && !type.isHidden() && !type.getName().startsWith("everypath.");
    }

    private static boolean isList(Object object) {
        return object instanceof List && object.getClass().getName().startsWith("java.util.");
    }

    private static boolean isText(Object object) {
        return object instanceof StringBuilder || object instanceof StringBuffer;
    }

    private static boolean isSized(Object object) {
        boolean isOther = object instanceof Map || object instanceof Collection && !(object instanceof List);
        return isOther && object.getClass().getName().startsWith("java.util.");
    }

    private static Map<String, Object> placesOf(Object object) {
        Map<String, Object> found = new LinkedHashMap<>();
        if (isSized(object)) {
            boolean isMap = object instanceof Map;
            found.put("size()", new Primitive(isMap ? ((Map<?, ?>) object).size() : ((Collection<?>) object).size()));
        } else if (isList(object)) {
            Object[] elements = ((List<?>) object).toArray();
            found.put("size()", new Primitive(elements.length));
            for (int at = 0; at < Math.min(elements.length, MOST_ELEMENTS); at++) {
                found.put("[" + at + "]", elements[at]);
            }
        } else if (isText(object)) {
            found.put("toString()", new Primitive(object.toString()));
        } else if (object.getClass().isArray()) {
            boolean isPrimitive = object.getClass().getComponentType().isPrimitive();
            for (int at = 0; at < Math.min(Array.getLength(object), MOST_ELEMENTS); at++) {
                Object element = Array.get(object, at);
                found.put("[" + at + "]", isPrimitive ? new Primitive(element) : element);
            }
        } else {
            for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
                if (isAnalysed(type)) {
                    addFields(found, type, object);
                }
            }
        }
        return found;
    }

    private static Map<String, Object> staticsOf(Class<?> owner) {
        Map<String, Object> found = new LinkedHashMap<>();
        try {
            if (isAnalysed(owner)) {
                addFields(found, owner, null);
            }
        } catch (LinkageError wrong) {
            found.clear(); // its initialiser throws
        }
        return found;
    }

    private static void addFields(Map<String, Object> found, Class<?> type, Object object) {
        for (Field field : type.getDeclaredFields()) {
            boolean isStatic = Modifier.isStatic(field.getModifiers());
            if (isStatic != (object == null) || field.isSynthetic() || isStatic && Modifier.isFinal(field.getModifiers())) {
                continue;
            }
            try {
                field.setAccessible(true);
                Object value = field.get(object);
                String name = field.getDeclaringClass().getName() + "." + field.getName();
                found.put(name, field.getType().isPrimitive() ? new Primitive(value) : value);
            } catch (ReflectiveOperationException | RuntimeException hidden) {
                continue;
            }
        }
    }

    /** A primitive value or a text: two are the same if their bits are. */
    private static final class Primitive {
        private final Object boxed;

        Primitive(Object boxed) {
            this.boxed = boxed;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Primitive && Objects.equals(boxed, ((Primitive) other).boxed);
        }

        @Override
        public int hashCode() {
            return boxed.hashCode();
        }
    }
}
