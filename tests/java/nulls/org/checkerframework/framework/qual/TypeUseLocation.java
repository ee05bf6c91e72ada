package org.checkerframework.framework.qual;

/** Some of what the library declares. */
public enum TypeUseLocation {
    FIELD,
    PARAMETER,
    RETURN,
    ALL
}
