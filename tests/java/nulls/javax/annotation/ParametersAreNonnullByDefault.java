package javax.annotation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** As the library declares it. */
@Retention(RetentionPolicy.RUNTIME)
public @interface ParametersAreNonnullByDefault {}
