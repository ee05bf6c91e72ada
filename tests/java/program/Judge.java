import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/** What the JVM itself resolves, selects and takes for a subtype. Questions come on standard input, one a line. */
public class Judge {
    public static void main(String[] arguments) throws Exception {
        StringBuilder out = new StringBuilder();
        for (String line : new String(System.in.readAllBytes(), "UTF-8").split("\n")) {
            String[] words = line.split(" ");
            String answer = switch (words[0]) {
                case "select" -> select(words[1], words[2]);
                case "method" -> method(words[1], words[2], words[3]);
                case "field" -> field(words[1], words[2], words[3]);
                case "subtype" -> String.valueOf(load(words[2]).isAssignableFrom(load(words[1])));
                default -> throw new IllegalArgumentException(line);
            };
            out.append(answer).append('\n');
        }
        System.out.print(out);
    }

    /** For every method that a supertype declares: which class's body runs on an object of the class. */
    static String select(String declaring, String runtime) throws Exception {
        StringBuilder out = new StringBuilder();
        Constructor<?> constructor = load(runtime).getDeclaredConstructor();
        constructor.setAccessible(true);
        Object receiver = constructor.newInstance();
        Method[] methods = load(declaring).getDeclaredMethods();
        java.util.Arrays.sort(methods, java.util.Comparator.comparing(Method::getName));
        for (Method m : methods) {
            if (Modifier.isStatic(m.getModifiers())) continue;
            m.setAccessible(true);
            String ran;
            try {
                ran = (String) m.invoke(receiver);
            } catch (InvocationTargetException failure) {
                ran = failure.getCause().getClass().getName();
            }
            out.append(m.getName()).append('=').append(ran).append(' ');
        }
        return out.toString().trim();
    }

    static String method(String owner, String name, String descriptor) throws Exception {
        Class<?> c = load(owner);
        MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(c, MethodHandles.lookup());
        MethodType type = MethodType.fromMethodDescriptorString(descriptor, ClassLoader.getSystemClassLoader());
        MethodHandleInfo info;
        try {
            info = lookup.revealDirect(lookup.findVirtual(c, name, type));
        } catch (NoSuchMethodException | IllegalAccessException notVirtual) {
            try {
                info = lookup.revealDirect(lookup.findStatic(c, name, type));
            } catch (NoSuchMethodException | IllegalAccessException none) {
                return "none";
            }
        }
        return declaring(c, info, name, type);
    }

    /** HotSpot answers with the class itself where it means an inherited interface method: then who declares it. */
    static String declaring(Class<?> c, MethodHandleInfo info, String name, MethodType type) {
        Class<?> found = info.getDeclaringClass();
        try {
            if (found.getDeclaredMethod(name, type.parameterArray()) != null) return found.getName();
        } catch (NoSuchMethodException inherited) {
            // below
        }
        java.util.TreeSet<String> all = new java.util.TreeSet<>();
        for (Method m : c.getMethods())
            if (m.getName().equals(name) && m.getReturnType() == type.returnType()
                    && java.util.Arrays.equals(m.getParameterTypes(), type.parameterArray())) {
                if (!Modifier.isAbstract(m.getModifiers())) return m.getDeclaringClass().getName();
                all.add(m.getDeclaringClass().getName());
            }
        return String.join("|", all);
    }

    static String field(String owner, String name, String type) throws Exception {
        Class<?> c = load(owner);
        MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(c, MethodHandles.lookup());
        Class<?> t = MethodType.fromMethodDescriptorString("()" + type, ClassLoader.getSystemClassLoader()).returnType();
        try {
            return lookup.revealDirect(lookup.findGetter(c, name, t)).getDeclaringClass().getName();
        } catch (NoSuchFieldException | IllegalAccessException notInstance) {
            try {
                return lookup.revealDirect(lookup.findStaticGetter(c, name, t)).getDeclaringClass().getName();
            } catch (NoSuchFieldException | IllegalAccessException none) {
                return "none";
            }
        }
    }

    static Class<?> load(String name) throws ClassNotFoundException {
        return Class.forName(name, false, ClassLoader.getSystemClassLoader());
    }
}
