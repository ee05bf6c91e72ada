package com.acme.shapes;

public record Group(Shape first, Shape second) implements Shape {
    @Override
    public int area() {
        return first.area() + second.area();
    }
}
