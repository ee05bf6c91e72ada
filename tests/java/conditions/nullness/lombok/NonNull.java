package lombok;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** As that of Lombok is declared. */
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.PARAMETER})
public @interface NonNull {}
