package everypath.sweep;

import java.lang.reflect.Method;

/**
 * An argument that code under test handed to a stub of an interface, at the last call of one of its methods.
 *
 * @param method the method
 * @param parameter the number of the argument
 */
record Handed(Method method, int parameter) {
    /** The argument that a stub got; null where it got none. */
    Object to(Object stub) {
        Object[] arguments = Stub.received(stub).get(method);
        return arguments == null ? null : arguments[parameter];
    }
}
