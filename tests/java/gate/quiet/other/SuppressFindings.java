package other;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Anybody may declare it; only its simple name counts. Class files keep it, no running program sees it. */
@Retention(RetentionPolicy.CLASS)
public @interface SuppressFindings {
    String[] value() default {};

    String reason() default "";
}
