package edu.umd.cs.findbugs.annotations;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** As the library declares it. */
@Retention(RetentionPolicy.CLASS)
public @interface DefaultAnnotation {
    Class<?>[] value();
}
