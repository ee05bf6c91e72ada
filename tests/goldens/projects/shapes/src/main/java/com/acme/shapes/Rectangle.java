package com.acme.shapes;

public record Rectangle(int width, int height) implements Shape {
    @Override
    public int area() {
        return width * height;
    }

    public int ratio() {
        return width / height;
    }
}
