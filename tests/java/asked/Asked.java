package asked;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Methods that ask for the class of what they get, in the ways that Java has. */
public class Asked {
    public sealed interface Expression permits Number, Sum, Unknown {
    }

    public record Number(int value) implements Expression {
    }

    public record Sum(int left, int right) implements Expression {
    }

    public static non-sealed class Unknown implements Expression {
    }

    public static class Guessed extends Unknown {
    }

    public abstract static class Animal {
        abstract int legs();
    }

    public static class Dog extends Animal {
        @Override
        int legs() {
            return 4;
        }
    }

    public static class Puppy extends Dog {
    }

    public static class Bird extends Animal {
        @Override
        int legs() {
            return 2;
        }
    }

    public interface Shape {
        int area();
    }

    public static class Square implements Shape {
        @Override
        public int area() {
            return 4;
        }
    }

    public interface Marked {
    }

    /** A class that no test asks for. */
    public static class Stranger implements Comparable<Stranger>, Marked {
        @Override
        public int compareTo(Stranger other) {
            return 0;
        }
    }

    static int sealedType(Expression it) {
        if (it instanceof Number) {
            return 1;
        }
        return it instanceof Unknown ? 2 : 3;
    }

    static int dispatched(Animal it) {
        return it.legs();
    }

    static int below(Animal it) {
        return it instanceof Dog ? 1 : 2;
    }

    static int narrower(Animal it) {
        if (it instanceof Puppy) {
            return 1;
        }
        return it instanceof Dog ? 2 : 3;
    }

    static boolean exactly(Object it) {
        return it.getClass() == Dog.class;
    }

    static boolean exactlyOf(Animal it) {
        return it.getClass() == Dog.class;
    }

    static int several(Object it) {
        if (it instanceof Comparable) {
            return 1;
        }
        if (it instanceof int[]) {
            return 2;
        }
        return it instanceof String[] ? 3 : 4;
    }

    static int cast(Object it) {
        return ((Dog) it).legs();
    }

    static int inVain(Object it) {
        return it instanceof Map.Entry ? 1 : 2;
    }

    static boolean alike(Animal it, Animal other) {
        return it.getClass() == other.getClass();
    }

    static int shape(Shape it) {
        return it instanceof Square ? 1 : it.area();
    }

    static void store(Object[] array, Object it) {
        array[0] = it;
    }

    static int arrayType(Object[] it) {
        if (it instanceof String[]) {
            return 1;
        }
        return it.getClass() == Object[].class ? 2 : 3;
    }

    static int boxed(java.lang.Number it) {
        if (it instanceof Integer) {
            return 1;
        }
        return it instanceof Long ? 2 : 3;
    }

    static boolean equal(Object it) {
        return it.equals("a");
    }

    static int listed(Object it) {
        return it instanceof List ? ((List<?>) it).size() : -1;
    }

    static <T extends Comparable<T>> int compared(T it) {
        return it instanceof String ? 1 : 2;
    }

    static int named(Object it) {
        if (it instanceof Comparator) {
            return 1;
        }
        return it.getClass().getName().length();
    }

    static String spoken(Comparable<String> it) {
        return it.toString();
    }

    static int marked(Object it) {
        return it instanceof Marked && it instanceof Comparable ? 1 : 2;
    }

    static int unnamed(Object it) {
        Shape local = new Shape() {
            @Override
            public int area() {
                return 3;
            }
        };
        return it.getClass() == local.getClass() ? 1 : 2;
    }

    static int element(ArrayList<Animal> it) {
        return it.get(0) instanceof Bird ? 1 : 2;
    }
}
