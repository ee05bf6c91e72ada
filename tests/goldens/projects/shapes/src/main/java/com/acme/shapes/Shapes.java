package com.acme.shapes;

public final class Shapes {
    private Shapes() {
    }

    public static String name(Shape shape) {
        if (shape instanceof Circle circle) {
            return circle.radius() == 0 ? "point" : "circle";
        }
        if (shape instanceof Rectangle rectangle && rectangle.width() == rectangle.height()) {
            return "square";
        }
        return ((Rectangle) shape).width() > 0 ? "rectangle" : "line";
    }

    public static int sides(Shape shape) {
        return switch (name(shape)) {
            case "point", "circle" -> 0;
            case "line" -> 1;
            default -> 4;
        };
    }
}
