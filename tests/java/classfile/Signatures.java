import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Prints the generic declarations of the classes named on standard input. */
public class Signatures {
    static String variables(TypeVariable<?>[] variables) {
        return Arrays.stream(variables)
                .map(v -> v.getName() + ":" + names(v.getBounds()))
                .collect(Collectors.joining(",", "<", ">"));
    }

    static String names(Type[] types) {
        return Arrays.stream(types).map(Type::getTypeName).collect(Collectors.joining("&"));
    }

    public static void main(String[] arguments) throws Exception {
        for (String name : new String(System.in.readAllBytes(), "UTF-8").split("\n")) {
            Class<?> c = Class.forName(name, false, ClassLoader.getSystemClassLoader());
            System.out.println(name + " " + variables(c.getTypeParameters()) + " "
                    + names(c.getGenericInterfaces()));
            for (Method m : c.getDeclaredMethods())
                if (m.getGenericParameterTypes().length == m.getParameterCount())
                    System.out.println(name + "." + m.getName() + org(m) + " " + variables(m.getTypeParameters()) + " "
                            + names(m.getGenericParameterTypes()) + " " + m.getGenericReturnType().getTypeName() + " "
                            + names(m.getGenericExceptionTypes()));
            for (Field f : c.getDeclaredFields())
                System.out.println(name + "." + f.getName() + ":" + f.getType().descriptorString() + " "
                        + f.getGenericType().getTypeName());
        }
    }

    static String org(Method m) {
        return java.lang.invoke.MethodType.methodType(m.getReturnType(), m.getParameterTypes()).descriptorString();
    }
}
