package com.acme.staff;

public class Manager extends Person {
    private Person deputy;

    public Manager(String name) {
        super(name);
    }

    public void setDeputy(Person deputy) {
        this.deputy = deputy;
    }

    /** More than that of the deputy, who may be missing. */
    @Override
    public int salary() {
        return deputy.salary() + 500;
    }

    public static int bonus(Person person) {
        if (person instanceof Manager manager && manager.deputy != null) {
            return 300;
        }
        return person.name().isEmpty() ? 0 : 100;
    }
}
