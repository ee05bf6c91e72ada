package everypath.bridge;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import everypath.probes.Answers;

/**
 * Writes Java values as data: primitives and strings inline, everything else as a reference into one table of objects,
 * numbered in the order of discovery, so that identity and cycles are kept. {@code snapshot.py} documents the format.
 */
final class SnapshotWriter {
    private static final int MAX_ELEMENTS = 2048;
    private static final int MAX_OBJECTS = 8192;

    /** The most objects where many replays are looked at. */
    private static final int FEW_OBJECTS = 512;

    private static final int MAX_TEXT = 1 << 18;

    /** Fields of {@code Throwable} that say where it was made: they depend on the frames below the call. */
    private static final Set<String> STACK = Set.of("backtrace", "depth", "stackTrace");

    /** JDK packages and classes whose {@code toString} shows the value and runs no code of others. */
    private static final List<String> TEXTUAL = List.of(
            "java.math.", "java.time.", "java.util.UUID", "java.util.Locale", "java.util.Currency", "java.util.BitSet",
            "java.util.OptionalInt", "java.util.OptionalLong", "java.util.OptionalDouble", "java.util.StringJoiner",
            "java.util.concurrent.atomic.AtomicInteger", "java.util.concurrent.atomic.AtomicLong",
            "java.util.concurrent.atomic.AtomicBoolean", "java.net.URI",
            "java.net.URL", "java.io.File", "java.nio.charset.", "sun.nio.cs.", "java.util.regex.Pattern",
            "java.util.TimeZone", "sun.util.calendar.ZoneInfo", "java.util.Date", "java.text.ParsePosition",
            "java.lang.Runtime$Version", "java.lang.StackTraceElement");

    /** What stays closed also where every other class is shown field by field: its fields belong to the machine. */
    private static final List<String> CLOSED = List.of(
            "java.lang.ref.", "java.lang.invoke.", "java.lang.reflect.", "java.lang.Thread", "java.lang.ClassLoader",
            "java.lang.Module", "java.security.", "java.util.concurrent.locks.", "sun.", "jdk.", "com.sun.");

    /** What is shown by its text also where every other class is shown field by field. */
    private static final List<String> SHOWN_AS_TEXT = List.of("java.util.Locale", "java.nio.charset.");

    private final Target target;
    private final boolean whole;
    private final int mostObjects;
    private final IdentityHashMap<Object, Integer> ids = new IdentityHashMap<>();
    private final ArrayDeque<Object> pending = new ArrayDeque<>();
    private final List<Object> nodes = new ArrayList<>();

    /**
     * A writer that shows objects of the classes that are analysed, if there is a target, field by field; where it
     * writes {@code whole} graphs, those of the JDK, too, and no code of an object runs. {@code few}: graphs are cut
     * earlier.
     */
    SnapshotWriter(Target target, boolean whole, boolean few) {
        this.target = target;
        this.whole = whole;
        this.mostObjects = few ? FEW_OBJECTS : MAX_OBJECTS;
    }

    /** A value whose static type is primitive. */
    static Object primitive(Object box) {
        return Values.primitive(box);
    }

    /** A value whose static type is a reference type. */
    Object reference(Object value) {
        if (value == null) {
            return null;
        }
        if (value instanceof String text && text.length() <= MAX_TEXT) {
            return Arrays.asList("T", text);
        }
        Integer known = ids.get(value);
        if (known == null) {
            if (ids.size() >= mostObjects) {
                return Arrays.asList("?");
            }
            known = ids.size();
            ids.put(value, known);
            pending.add(value);
        }
        return Arrays.asList("r", known);
    }

    /** The table of all objects that the values written so far reach. */
    List<Object> objects() {
        for (Object next = pending.poll(); next != null; next = pending.poll()) {
            nodes.add(node(next));
        }
        return nodes;
    }

    private List<Object> node(Object object) {
        Class<?> type = object.getClass();
        String name = type.getName();
        if (type.isArray()) {
            return array(object, type);
        } else if (object instanceof Enum<?> constant) {
            return Arrays.asList("e", constant.getDeclaringClass().getName(), constant.name());
        } else if (object instanceof Class<?> literal) {
            return Arrays.asList("k", literal.descriptorString());
        } else if (Values.encode(object) != null) {
            return Arrays.asList("b", Values.tag(object), Values.encode(object));
        } else if (object instanceof StringBuilder || object instanceof StringBuffer) {
            return Arrays.asList("x", name, object.toString());
        } else if (whole) {
            return inside(object, type, name);
        } else if (target != null && target.isAnalysed(type)) {
            return fields(object, type);
        } else if (object instanceof Throwable throwable) {
            return Arrays.asList("x", name, isPlatform(type) ? throwable.getMessage() : null);
        } else if (isPlatform(type)) {
            return readable(object, name);
        }
        return fields(object, type);
    }

    private List<Object> inside(Object object, Class<?> type, String name) {
        if (type.isHidden()) {
            return Arrays.asList("x", "hidden", null);
        } else if (beginsWithOne(name, SHOWN_AS_TEXT)) {
            return Arrays.asList("x", name, object.toString());
        }
        boolean closed = Proxy.isProxyClass(type) || beginsWithOne(name, CLOSED);
        return closed ? Arrays.asList("x", name, null) : fields(object, type);
    }

    private static boolean isPlatform(Class<?> type) {
        return type.getClassLoader() == null || type.getClassLoader() == ClassLoader.getPlatformClassLoader();
    }

    /** Most long arrays repeat a value: equal neighbouring elements are written once, with their number. */
    private List<Object> array(Object array, Class<?> type) {
        int length = Array.getLength(array);
        String name = type.getName().replace('.', '/');
        Object[] references = array instanceof Object[] objects ? objects : null;
        List<Object> elements = new ArrayList<>();
        List<Object> counts = new ArrayList<>();
        Object last = null;
        int begin = 0;
        int shown = Math.min(length, MAX_ELEMENTS);
        for (int i = 0; i < shown; i++) {
            Object element = references == null ? Values.encode(Array.get(array, i)) : references[i];
            if (i > begin && (references == null ? element.equals(last) : element == last)) {
                continue;
            }
            if (i > begin) {
                counts.add(i - begin);
                begin = i;
            }
            elements.add(references == null ? element : reference(element));
            last = element;
        }
        if (elements.size() == shown) {
            return Arrays.asList("a", name, length, elements);
        }
        counts.add(shown - begin);
        return Arrays.asList("a", name, length, elements, counts);
    }

    private List<Object> fields(Object object, Class<?> type) {
        List<Object> result = new ArrayList<>();
        List<Field> all;
        try {
            all = Access.instanceFields(type);
        } catch (NoClassDefFoundError missing) { // the class of a field
            return Arrays.asList("x", type.getName(), null);
        }
        for (Field field : all) {
            if (field.getDeclaringClass() == Throwable.class && STACK.contains(field.getName())
                    || field.getType() == Answers.class) { // the script of a stub: the test's, not the code's
                continue;
            }
            Object value = Access.get(field, object);
            Object written = field.getType().isPrimitive() ? Values.primitive(value) : reference(value);
            result.add(Arrays.asList(field.getDeclaringClass().getName(), field.getName(), written));
        }
        return Arrays.asList("o", type.getName(), result);
    }

    /** An object of the JDK's; one that runs code under test to show what it holds, which fails, is opaque. */
    private List<Object> readable(Object object, String name) {
        try {
            return platform(object, name);
        } catch (RuntimeException e) {
            return Arrays.asList("x", name, null);
        }
    }

    private List<Object> platform(Object object, String name) {
        if (object instanceof Collection<?> collection) {
            String kind = object instanceof List ? "list" : object instanceof Set ? "set" : "collection";
            return collected(name, kind, collection);
        } else if (object instanceof Map<?, ?> map) {
            List<Object> flat = new ArrayList<>();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                if (flat.size() >= 2 * MAX_ELEMENTS) {
                    break;
                }
                flat.add(entry.getKey());
                flat.add(entry.getValue());
            }
            return collected(name, "map", flat);
        } else if (object instanceof Optional<?> optional) {
            return collected(name, "optional", optional.isPresent() ? List.of(optional.get()) : List.of());
        } else if (object instanceof Map.Entry<?, ?> entry) {
            return collected(name, "entry", Arrays.asList(entry.getKey(), entry.getValue()));
        }
        return Arrays.asList("x", name, isTextual(name) ? object.toString() : null);
    }

    private static boolean isTextual(String name) {
        return beginsWithOne(name, TEXTUAL);
    }

    private static boolean beginsWithOne(String name, List<String> beginnings) {
        for (String beginning : beginnings) {
            if (name.startsWith(beginning)) {
                return true;
            }
        }
        return false;
    }

    private List<Object> collected(String name, String kind, Collection<?> content) {
        List<Object> elements = new ArrayList<>();
        for (Object element : content) {
            if (elements.size() >= 2 * MAX_ELEMENTS) {
                break;
            }
            elements.add(reference(element));
        }
        return Arrays.asList("c", name, kind, elements);
    }
}
