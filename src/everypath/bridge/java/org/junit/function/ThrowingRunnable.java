package org.junit.function;

/** Stand-in for JUnit 4's interface of this name. */
public interface ThrowingRunnable {
    void run() throws Throwable;
}
