package org.junit.jupiter.api.function;

/** Stand-in for JUnit's interface. */
@FunctionalInterface
public interface ThrowingSupplier<T> {
    /** As in JUnit. */
    T get() throws Throwable;
}
