package reflecting;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

/** Reflection on names, classes and members that an input decides. */
public class Reflecting {
    public interface Shape {
        int area(int size);
    }

    public static class Square implements Shape {
        public int side = 2;

        public int area(int size) {
            return size * size;
        }
    }

    public static class Bar implements Shape {
        public static int width = 3;

        public int area(int size) {
            return size * width;
        }
    }

    public static class Broken implements Shape {
        public int area(int size) {
            return 100 / (size - 7);
        }
    }

    /** The class named by the input, as the patent's rule for {@code forName} has it. */
    public static int byName(String name, int size) throws Exception {
        Class<?> type = Class.forName(name);
        if (Shape.class.isAssignableFrom(type)) {
            Shape shape = (Shape) type.getDeclaredConstructor().newInstance();
            return shape.area(size);
        }
        return -1;
    }

    /** A class object that is an input. */
    public static int byClass(Class<?> type, int size) throws Exception {
        Object made = type.newInstance();
        if (made instanceof Square square) {
            return square.area(size) + 1;
        }
        if (made instanceof Broken) {
            return -7;
        }
        return 0;
    }

    /** The method named by the input: a symbolic method. */
    public static Object byMethodName(String name) throws Exception {
        Method method = Calls.class.getMethod(name);
        return method.invoke(null);
    }

    public static class Calls {
        public static int one() {
            return 1;
        }

        public static String two() {
            return "two";
        }

        public static int fails() {
            throw new IllegalStateException("fails");
        }
    }

    /** A method object that is an input. */
    public static Object byMethod(Method method) throws Exception {
        if (method == null || method.getParameterCount() != 0 || method.getDeclaringClass() != Calls.class) {
            return null;
        }
        return method.invoke(null);
    }

    /** A field object that is an input. */
    public static int byField(Field field) throws Exception {
        if (field.getType() == int.class && field.getDeclaringClass() == Bar.class) {
            return field.getInt(null) + 10;
        }
        return field.getName().length();
    }

    /** A field named by the input, of an object that is one. */
    public static int byFieldName(Square square, String name) throws Exception {
        Field field = Square.class.getField(name);
        field.setInt(square, field.getInt(square) + 1);
        return square.side;
    }

    /** A constructor object that is an input. */
    public static boolean byConstructor(Constructor<?> constructor) throws Exception {
        return constructor.getParameterCount() == 0 && constructor.newInstance() instanceof Bar;
    }

    /** An array of a class that is an input. */
    public static int byElement(Class<?> type, int length) {
        Object array = Array.newInstance(type, length);
        return array instanceof int[] ? Array.getLength(array) : array instanceof String[] ? -1 : -2;
    }
}
