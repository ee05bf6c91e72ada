package com.acme.lights;

public enum Light {
    RED, GREEN, YELLOW, OFF;

    /** What comes next; nobody thought of OFF. */
    public Light next() {
        return values()[ordinal() + 1];
    }

    public boolean mayGo() {
        return switch (this) {
            case GREEN -> true;
            case YELLOW, RED -> false;
            case OFF -> throw new IllegalStateException("look left and right");
        };
    }
}
