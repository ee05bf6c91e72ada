package org.eclipse.jdt.annotation;

/** As the library declares it. */
public enum DefaultLocation {
    PARAMETER,
    RETURN_TYPE,
    FIELD,
    TYPE_BOUND,
    TYPE_ARGUMENT,
    ARRAY_CONTENTS
}
