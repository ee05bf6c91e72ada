package edu.umd.cs.findbugs.annotations;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** As that of SpotBugs is declared. */
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.PARAMETER})
public @interface NonNull {}
