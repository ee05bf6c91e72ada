import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;

/** Reads calls from standard input, one a line ("Class method argument…"), and prints what each returned or threw. */
public class Caller {
    public static void main(String[] arguments) throws Exception {
        PrintStream out = System.out;
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        fresh = arguments.length > 0;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ");
            out.println(call(words));
        }
        out.flush();
    }

    static boolean fresh;

    /** With an argument given, every call gets its own copy of the class, so statics start anew. */
    static Class<?> find(String name) throws Exception {
        if (!fresh) return Class.forName(name);
        URL[] place = { Caller.class.getProtectionDomain().getCodeSource().getLocation() };
        URLClassLoader loader = new URLClassLoader(place, null);
        loader.setDefaultAssertionStatus(true);
        return loader.loadClass(name);
    }

    static String call(String[] words) throws Exception {
        for (Method method : find(words[0]).getDeclaredMethods()) {
            if (method.getName().equals(words[1]) && method.getParameterCount() == words.length - 2) {
                method.setAccessible(true);
                Object[] values = new Object[words.length - 2];
                for (int i = 0; i < values.length; i++) {
                    values[i] = parse(method.getParameterTypes()[i], words[i + 2]);
                }
                try {
                    return print(method.invoke(null, values));
                } catch (InvocationTargetException wrapped) {
                    Throwable thrown = wrapped.getCause();
                    return "throws " + thrown.getClass().getName() + ": " + escape(thrown.getMessage());
                }
            }
        }
        return "no such method";
    }

    static Object parse(Class<?> type, String word) {
        if (type == int.class) return (int) Long.parseLong(word);
        if (type == long.class) return Long.parseLong(word);
        if (type == float.class) return Float.intBitsToFloat(Integer.parseUnsignedInt(word, 16));
        if (type == double.class) return Double.longBitsToDouble(Long.parseUnsignedLong(word, 16));
        if (type == boolean.class) return word.equals("1");
        if (type == char.class) return (char) Integer.parseInt(word);
        if (type == short.class) return Short.parseShort(word);
        if (type == byte.class) return Byte.parseByte(word);
        throw new IllegalArgumentException(type.getName());
    }

    static String print(Object value) {
        if (value instanceof Float) return Integer.toHexString(Float.floatToIntBits((Float) value));
        if (value instanceof Double) return Long.toHexString(Double.doubleToLongBits((Double) value));
        if (value instanceof Boolean) return (Boolean) value ? "1" : "0";
        if (value instanceof Character) return Integer.toString((Character) value);
        return escape(String.valueOf(value));
    }

    static String escape(String text) {
        if (text == null) return "null";
        StringBuilder out = new StringBuilder();
        for (char c : text.toCharArray()) {
            if (c < ' ' || c > '~') out.append(String.format("\\u%04x", (int) c));
            else out.append(c);
        }
        return out.toString();
    }
}
