package org.junit.jupiter.params.provider;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** As in the framework: the stand-in against which parameterised tests are compiled. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface CsvSource {
    /** Of the framework. */
    String[] value();

    /** Of the framework, since 5.6. */
    String[] nullValues() default {};
}
