package org.junit.jupiter.api.function;

/** Stand-in for JUnit's interface. */
@FunctionalInterface
public interface Executable {
    /** Runs the code. */
    void execute() throws Throwable;
}
