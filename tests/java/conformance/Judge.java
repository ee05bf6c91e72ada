import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the JVM says: reads sessions from standard input and prints one line for each call.
 *
 * <p>{@code new} begins a session: classes are loaded anew, so that no static state is left. {@code call Class method
 * argument…} calls a static method; the line says what it returned or threw, then how the arguments and the static
 * fields of all initialised classes look afterwards, down to every object that can be reached. {@code dump.py} says
 * what the tokens mean.
 */
public final class Judge {
    private static final jdk.internal.misc.Unsafe UNSAFE = jdk.internal.misc.Unsafe.getUnsafe();

    private Judge() {}

    public static void main(String[] arguments) throws Exception {
        Path classes = Path.of(arguments[0]);
        Map<String, byte[]> known = new HashMap<>();
        PrintStream out = new PrintStream(new BufferedOutputStream(System.out, 1 << 16), false, "US-ASCII");
        System.setOut(new PrintStream(PrintStream.nullOutputStream()));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        Loader loader = new Loader(classes, known);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.equals("new")) {
                loader = new Loader(classes, known);
            } else {
                out.print(call(loader, line.split(" ")));
                out.print('\n');
            }
        }
        out.flush();
    }

    private static String call(Loader loader, String[] words) throws Exception {
        Method method = Arrays.stream(Class.forName(words[1], false, loader).getDeclaredMethods())
                .filter(each -> each.getName().equals(words[2]))
                .findFirst()
                .orElseThrow(() -> new NoSuchMethodException(words[2]));
        method.setAccessible(true);
        Class<?>[] types = method.getParameterTypes();
        Object[] values = new Object[types.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = words[i + 3].startsWith("=")
                    ? values[Integer.parseInt(words[i + 3].substring(1))]
                    : new Reader(words[i + 3]).read(types[i]);
        }
        Object[] given = values.clone();
        Writer writer = new Writer();
        try {
            Object returned = method.invoke(null, values);
            writer.token("R");
            writer.value(method.getReturnType(), returned);
        } catch (InvocationTargetException wrapped) {
            writer.token("X");
            writer.reference(wrapped.getCause());
        }
        for (int i = 0; i < given.length; i++) {
            if (!types[i].isPrimitive()) {
                writer.reference(given[i]);
            }
        }
        for (Class<?> each : loader.defined.values()) {
            writer.statics(each);
        }
        return writer.finished();
    }

    /** Loads the program's classes from one folder, each session with a loader of its own. */
    private static final class Loader extends ClassLoader {
        private final Path folder;
        private final Map<String, byte[]> known;
        private final Map<String, Class<?>> defined = new TreeMap<>();

        Loader(Path folder, Map<String, byte[]> known) {
            super(ClassLoader.getPlatformClassLoader());
            this.folder = folder;
            this.known = known;
            setDefaultAssertionStatus(true);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = known.computeIfAbsent(name, this::bytes);
            if (bytes.length == 0) {
                throw new ClassNotFoundException(name);
            }
            Class<?> made = defineClass(name, bytes, 0, bytes.length);
            defined.put(name, made);
            return made;
        }

        private byte[] bytes(String name) {
            try {
                return Files.readAllBytes(folder.resolve(name.replace('.', '/') + ".class"));
            } catch (IOException e) {
                return new byte[0];
            }
        }
    }

    /** Reads one argument. */
    private static final class Reader {
        private final String text;
        private int at;

        Reader(String text) {
            this.text = text;
        }

        Object read(Class<?> type) {
            char kind = text.charAt(at);
            if (kind == 'N') {
                at++;
                return null;
            }
            if (kind == '[') {
                at++;
                Class<?> element = type.getComponentType();
                List<Object> elements = new ArrayList<>();
                while (text.charAt(at) != ']') {
                    elements.add(read(element));
                    at++; // the comma
                }
                at++;
                Object made = Array.newInstance(element, elements.size());
                for (int i = 0; i < elements.size(); i++) {
                    Array.set(made, i, elements.get(i));
                }
                return made;
            }
            String word = word();
            if (type == int.class) return Integer.parseInt(word);
            if (type == long.class) return Long.parseLong(word);
            if (type == float.class) return Float.intBitsToFloat(Integer.parseInt(word));
            if (type == double.class) return Double.longBitsToDouble(Long.parseLong(word));
            if (type == boolean.class) return word.equals("1");
            if (type == char.class) return (char) Integer.parseInt(word);
            if (type == short.class) return Short.parseShort(word);
            if (type == byte.class) return Byte.parseByte(word);
            char[] chars = new char[(word.length() - 1) / 4]; // T and four hexadecimal digits a char
            for (int i = 0; i < chars.length; i++) {
                chars[i] = (char) Integer.parseInt(word.substring(1 + 4 * i, 5 + 4 * i), 16);
            }
            return new String(chars);
        }

        private String word() {
            int start = at;
            while (at < text.length() && text.charAt(at) != ',' && text.charAt(at) != ']') {
                at++;
            }
            return text.substring(start, at);
        }
    }

    /** Writes values as tokens; objects are numbered in the order in which they are met. */
    private static final class Writer {
        private static final Map<Class<?>, Field[]> FIELDS = new HashMap<>();

        private final StringBuilder out = new StringBuilder();
        private final IdentityHashMap<Object, Integer> ids = new IdentityHashMap<>();
        private final ArrayDeque<Object> pending = new ArrayDeque<>();

        String finished() {
            return out.toString();
        }

        void token(String text) {
            if (out.length() > 0) {
                out.append(' ');
            }
            out.append(text);
        }

        /** A value of a static type. */
        void value(Class<?> type, Object value) {
            if (type == void.class) {
                token("V");
            } else if (type.isPrimitive()) {
                token(payload(value));
            } else {
                reference(value);
            }
        }

        private static String payload(Object value) {
            if (value instanceof Float f) return Integer.toString(Float.floatToIntBits(f));
            if (value instanceof Double d) return Long.toString(Double.doubleToLongBits(d));
            if (value instanceof Boolean b) return b ? "1" : "0";
            if (value instanceof Character c) return Integer.toString(c);
            return value.toString();
        }

        /** A reference, and all objects behind it. */
        void reference(Object value) {
            named(value);
            for (Object next = pending.poll(); next != null; next = pending.poll()) {
                contents(next);
            }
        }

        private void named(Object value) {
            if (value == null) {
                token("N");
            } else if (value instanceof String text) {
                token("T" + escape(text));
            } else if (value instanceof Class<?> type) {
                token("K" + type.getName());
            } else if (isBox(value)) {
                token("B" + value.getClass().getSimpleName() + ":" + payload(value));
            } else if (value.getClass().isHidden()) {
                token("L");
            } else {
                Integer known = ids.get(value);
                if (known == null) {
                    known = ids.size();
                    ids.put(value, known);
                    pending.add(value);
                }
                token("#" + known);
            }
        }

        private static boolean isBox(Object value) {
            return value instanceof Number && value.getClass().getName().startsWith("java.lang.")
                    || value instanceof Boolean || value instanceof Character;
        }

        private void contents(Object object) {
            Class<?> type = object.getClass();
            token("{" + ids.get(object) + ":" + type.getName());
            if (type.isArray()) {
                Class<?> element = type.getComponentType();
                for (int i = 0; i < Array.getLength(object); i++) {
                    if (element.isPrimitive()) {
                        token(payload(Array.get(object, i)));
                    } else {
                        named(Array.get(object, i));
                    }
                }
            } else if (object instanceof StringBuilder || object instanceof StringBuffer) {
                token("T" + escape(object.toString()));
            } else if (object instanceof Throwable thrown) {
                throwable(thrown, type);
            } else {
                fields(object, type);
            }
            token("}");
        }

        private void throwable(Throwable thrown, Class<?> type) {
            named(message(thrown));
            named(thrown.getCause());
            for (Throwable each : thrown.getSuppressed()) {
                token("+");
                named(each);
            }
            fields(thrown, type);
        }

        /** The message as it was given: not what a class, or the JVM's helpful text, makes of it. */
        private static String message(Throwable thrown) {
            try {
                Field field = Throwable.class.getDeclaredField("detailMessage");
                field.setAccessible(true);
                String text = (String) field.get(thrown);
                boolean worded = thrown instanceof ClassCastException || thrown instanceof IllegalAccessError;
                if (text != null && worded && text.contains(" (")) {
                    return text.substring(0, text.indexOf(" (")); // modules and loaders
                }
                return text;
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }

        private void fields(Object object, Class<?> type) {
            for (Field field : shown(type)) {
                try {
                    Object value = field.get(object);
                    if (field.getType().isPrimitive()) {
                        token(field.getName() + "=" + payload(value));
                    } else {
                        token(field.getName() + "=");
                        named(value);
                    }
                } catch (IllegalAccessException e) {
                    throw new AssertionError(e);
                }
            }
        }

        /** The instance fields that are compared, superclass first, by name. */
        private static Field[] shown(Class<?> type) {
            Field[] known = FIELDS.get(type);
            if (known == null) {
                List<Field> found = new ArrayList<>();
                for (Class<?> at = type; at != null; at = at.getSuperclass()) {
                    if (isShown(at)) {
                        List<Field> own = new ArrayList<>(Arrays.asList(at.getDeclaredFields()));
                        own.removeIf(f -> Modifier.isStatic(f.getModifiers()) || f.getName().equals("hash"));
                        own.sort(Comparator.comparing(Field::getName));
                        own.forEach(f -> f.setAccessible(true));
                        found.addAll(0, own);
                    }
                }
                known = found.toArray(new Field[0]);
                if (type.getClassLoader() == null) {
                    FIELDS.put(type, known);
                }
            }
            return known;
        }

        private static boolean isShown(Class<?> type) {
            if (type.getClassLoader() != null && type.getClassLoader() != ClassLoader.getPlatformClassLoader()) {
                return true;
            }
            return type == Enum.class || type.getPackageName().equals("java.util")
                    && !Throwable.class.isAssignableFrom(type);
        }

        /** The static fields of a class that is initialised; for a class without any there is nothing to say. */
        void statics(Class<?> type) throws IllegalAccessException {
            if (UNSAFE.shouldBeInitialized(type)) {
                return;
            }
            Field[] fields = type.getDeclaredFields();
            Arrays.sort(fields, Comparator.comparing(Field::getName));
            boolean first = true;
            for (Field field : fields) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    continue;
                }
                if (first) {
                    token("@" + type.getName());
                    first = false;
                }
                field.setAccessible(true);
                Object value = field.get(null);
                if (field.getType().isPrimitive()) {
                    token(field.getName() + "=" + payload(value));
                } else {
                    token(field.getName() + "=");
                    reference(value);
                }
            }
        }

        private static String escape(String text) {
            StringBuilder escaped = new StringBuilder();
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c <= ' ' || c > '~' || c == '\\') {
                    escaped.append('\\').append(Integer.toHexString(0x10000 | c), 1, 5);
                } else {
                    escaped.append(c);
                }
            }
            return escaped.toString();
        }
    }
}
