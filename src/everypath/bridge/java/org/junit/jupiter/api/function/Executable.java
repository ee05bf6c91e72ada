package org.junit.jupiter.api.function;

/** Stand-in for JUnit's interface. */
@FunctionalInterface
public interface Executable {
    /** As in JUnit. */
    void execute() throws Throwable;
}
