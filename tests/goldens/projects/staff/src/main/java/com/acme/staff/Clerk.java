package com.acme.staff;

public class Clerk extends Person {
    private final int years;

    public Clerk(String name, int years) {
        super(name);
        if (years < 0) {
            throw new IllegalArgumentException("years");
        }
        this.years = years;
    }

    @Override
    public int salary() {
        return 2000 + 100 * Math.min(years, 10);
    }
}
