package org.junit.jupiter.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.concurrent.TimeUnit;

/** Stand-in for JUnit's annotation; the bridge has its own time limit. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Timeout {
    /** As in JUnit. */
    long value();

    /** As in JUnit. */
    TimeUnit unit() default TimeUnit.SECONDS;
}
