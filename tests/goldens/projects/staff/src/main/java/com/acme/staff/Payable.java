package com.acme.staff;

public interface Payable {
    int salary();

    default int perDay(int days) {
        return salary() / days;
    }
}
