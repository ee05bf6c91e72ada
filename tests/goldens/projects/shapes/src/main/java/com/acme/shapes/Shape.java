package com.acme.shapes;

public sealed interface Shape permits Circle, Rectangle, Group {
    int area();
}
