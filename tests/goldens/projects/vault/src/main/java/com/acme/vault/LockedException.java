package com.acme.vault;

public class LockedException extends Exception {
    private static final long serialVersionUID = 1;

    public LockedException(String message) {
        super(message);
    }
}
