package explored;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** What code does with the class of an input. */
public class Kinds {
    static class Shape {
        int side;

        @Override
        public boolean equals(Object other) {
            if (this == other) {
                return true;
            }
            if (other == null || getClass() != other.getClass()) {
                return false;
            }
            return side == ((Shape) other).side;
        }

        @Override
        public int hashCode() {
            return side;
        }
    }

    static class Square extends Shape { }

    static class Cube extends Square { }

    static class Disc extends Shape { }

    static class Ball extends Disc { }

    static class Cone extends Shape { }

    static int isSquare(Shape shape) {
        return shape.getClass() == Square.class ? 1 : 2;
    }

    static int isNot(Shape shape) {
        if (shape.getClass() != Cube.class) {
            return shape instanceof Square ? 1 : 2;
        }
        return 3;
    }

    static int equalTo(Shape shape, Class<?> wanted) {
        return shape.getClass().equals(wanted) ? 1 : 2;
    }

    static boolean objectsEqual(Shape shape) {
        return Objects.equals(shape.getClass(), Cube.class);
    }

    static int both(Shape one, Shape other) {
        return one.getClass() == other.getClass() ? 1 : 2;
    }

    static int itself(Shape one) {
        return one.getClass() == one.getClass() ? 1 : 2;
    }

    static int above(Shape one) {
        return one.getClass().isInstance(new Cube()) ? 1 : 2;
    }

    static int ofIts(Shape one) {
        Class<?> kind = one.getClass();
        return kind.isInstance(one) && !kind.isInstance(null) ? 1 : 2;
    }

    static int twice(Shape one) {
        Class<?> kind = one.getClass();
        if (kind == Square.class) {
            return 1;
        }
        if (kind == Disc.class) {
            return 2;
        }
        return kind == Square.class ? 3 : 4;
    }

    static Class<?> given(Shape shape) {
        return shape.getClass();
    }

    static Object[] held(Shape shape) {
        return new Object[] {shape.getClass(), shape};
    }

    static int named(Shape shape) {
        return shape.getClass().getSimpleName().length();
    }

    static int keyed(Shape shape) {
        Map<Class<?>, Integer> sides = new HashMap<>();
        sides.put(Square.class, 4);
        sides.put(Disc.class, 0);
        return sides.getOrDefault(shape.getClass(), -1);
    }

    static boolean cast(Shape shape) {
        Object kind = shape.getClass();
        return ((Class<?>) kind).isInterface() && kind instanceof Class;
    }

    static boolean equal(Shape one, Shape other) {
        return one.equals(other);
    }
}
