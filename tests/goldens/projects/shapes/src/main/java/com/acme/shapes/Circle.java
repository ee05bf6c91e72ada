package com.acme.shapes;

public record Circle(int radius) implements Shape {
    public Circle {
        if (radius < 0) {
            throw new IllegalArgumentException("radius " + radius);
        }
    }

    @Override
    public int area() {
        return 3 * radius * radius;
    }
}
