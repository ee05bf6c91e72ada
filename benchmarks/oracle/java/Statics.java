package oracle;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;

/** What the static fields of classes hold, as a number: two states with different numbers are different. */
public final class Statics {
    private static final int DEEPEST = 8;
    private static final int MOST_OBJECTS = 2000;

    private final StringBuilder text = new StringBuilder();
    private final Map<Object, Integer> seen = new IdentityHashMap<>();

    private Statics() {
    }

    public static int of(String[] names) {
        Statics made = new Statics();
        for (String each : names) {
            try {
                made.addFields(Class.forName(each), null, DEEPEST);
            } catch (ClassNotFoundException | LinkageError unusable) {
                made.text.append('!');
            }
        }
        return made.text.toString().hashCode();
    }

    private void addFields(Class<?> type, Object object, int depth) {
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) != (object == null)) {
                continue;
            }
            try {
                field.setAccessible(true);
                text.append(field.getName()).append('=');
                add(field.get(object), depth);
            } catch (ReflectiveOperationException | RuntimeException hidden) {
                text.append('?');
            }
        }
    }

    private void add(Object value, int depth) {
        if (value == null || value instanceof String || value instanceof Number || value instanceof Boolean) {
            text.append(value).append(';');
            return;
        }
        Class<?> type = value.getClass();
        text.append(type.isHidden() || Proxy.isProxyClass(type) ? "" : type.getName()); // their names are chance
        Integer known = seen.putIfAbsent(value, seen.size());
        if (known != null || depth == 0 || seen.size() > MOST_OBJECTS) {
            text.append('#').append(known);
        } else if (value instanceof Object[]) {
            for (Object each : (Object[]) value) {
                add(each, depth - 1);
            }
        } else if (type.isArray()) {
            for (int at = 0; at < Array.getLength(value); at++) {
                text.append(Array.get(value, at)).append(';');
            }
        } else if (value instanceof Collection && isOfTheJdk(type)) {
            add(((Collection<?>) value).toArray(), depth - 1);
        } else if (value instanceof Map && isOfTheJdk(type)) {
            add(((Map<?, ?>) value).keySet().toArray(), depth - 1);
            add(((Map<?, ?>) value).values().toArray(), depth - 1);
        } else if (!isOfTheJdk(type)) {
            for (Class<?> each = type; each != null && !isOfTheJdk(each); each = each.getSuperclass()) {
                addFields(each, value, depth - 1);
            }
        }
    }

    private static boolean isOfTheJdk(Class<?> type) {
        return type.getClassLoader() == null;
    }
}
