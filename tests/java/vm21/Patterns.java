/** Pattern switches and record patterns (Java 21). */
public class Patterns {
    sealed interface Shape permits Circle, Box, Dot {}

    record Circle(int radius) implements Shape {}

    record Box(int width, Object inside) implements Shape {}

    enum Dot implements Shape { SMALL, LARGE }

    static Object value(int kind) {
        return switch (kind) {
            case 0 -> null;
            case 1 -> "one";
            case 2 -> 42;
            case 3 -> new Circle(5);
            case 4 -> new Box(6, new Circle(7));
            case 5 -> Dot.LARGE;
            case 6 -> new int[3];
            case 7 -> "two";
            default -> new Box(kind, Dot.SMALL);
        };
    }

    static int any(int kind) {
        return switch (value(kind)) {
            case null -> -1;
            case String s when s.length() == 3 && s.equals("two") -> 20;
            case String s -> s.length();
            case Circle c when c.radius() > 5 -> 100;
            case Circle c -> c.radius();
            case Box(int width, Circle(int radius)) -> width * radius;
            case Box(int width, Object inside) -> width;
            case int[] array -> array.length;
            default -> 1000;
        };
    }

    static int dot(int kind) {
        Dot dot = kind == 0 ? null : kind == 1 ? Dot.SMALL : Dot.LARGE;
        return switch (dot) {
            case SMALL -> 1;
            case Dot d when kind > 5 -> 2;
            case LARGE -> 3;
            case Dot d -> 4;
        };
    }

    static int constants(int kind) {
        if (!(value(kind) instanceof Shape shape)) return -1;
        return switch (shape) {
            case Dot.SMALL -> 1;
            case Dot.LARGE -> 2;
            case Circle c when c.radius() > 5 -> 3;
            case Box(int width, Dot dot) -> dot == Dot.SMALL ? width : 0;
            case Shape other -> 5;
        };
    }
}
