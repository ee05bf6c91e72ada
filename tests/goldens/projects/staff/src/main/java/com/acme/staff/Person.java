package com.acme.staff;

public abstract class Person implements Payable {
    private final String name;

    protected Person(String name) {
        this.name = name;
    }

    public String name() {
        return name;
    }

    public boolean earnsMoreThan(Person other) {
        return salary() > other.salary();
    }
}
