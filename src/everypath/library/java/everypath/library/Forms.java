package everypath.library;

import java.lang.invoke.MethodType;
import java.util.Arrays;

/** The algebra of method handles: each form applies others, down to {@link Direct}. */
final class Forms {
    private Forms() {}

    /** A method, constructor or field; the machine calls or accesses it. */
    static final class Direct implements Form {
        @Override
        public native Object apply(Object[] arguments) throws Throwable;
    }

    /** A handle with variable arity: its last parameter collects. */
    record Varargs(Form form) implements Form {
        @Override
        public Object apply(Object[] arguments) throws Throwable {
            return form.apply(arguments);
        }
    }

    record Constant(Object value) implements Form {
        @Override
        public Object apply(Object[] arguments) {
            return value;
        }
    }

    record Identity() implements Form {
        @Override
        public Object apply(Object[] arguments) {
            return arguments[0];
        }
    }

    record Uninitialised() implements Form {
        @Override
        public Object apply(Object[] arguments) {
            throw new IllegalStateException("uninitialized call site");
        }
    }

    record Throwing() implements Form {
        @Override
        public Object apply(Object[] arguments) throws Throwable {
            throw (Throwable) arguments[0];
        }
    }

    /** Each parameter is the argument at its place in {@code order}: permutes, drops and doubles. */
    record Reordered(Form form, int[] order) implements Form {
        @Override
        public Object apply(Object[] arguments) throws Throwable {
            Object[] chosen = new Object[order.length];
            for (int i = 0; i < order.length; i++) {
                chosen[i] = arguments[order[i]];
            }
            return form.apply(chosen);
        }
    }

    /** Some parameters are given. */
    record Bound(Form form, int at, Object[] values) implements Form {
        @Override
        public Object apply(Object[] arguments) throws Throwable {
            return form.apply(replaced(arguments, at, 0, values));
        }
    }

    /** The {@code count} arguments at a place become what a filter makes of them: one value, or none if it is void. */
    record Collected(Form form, int at, int count, Form filter, boolean isVoid) implements Form {
        @Override
        public Object apply(Object[] arguments) throws Throwable {
            Object made = filter.apply(Arrays.copyOfRange(arguments, at, at + count));
            return form.apply(replaced(arguments, at, count, isVoid ? new Object[0] : new Object[] {made}));
        }
    }

    /** As {@link Collected}, but the arguments stay, and what the combiner makes of some of them comes before them. */
    record Folded(Form form, int at, int[] taken, Form combiner, boolean isVoid) implements Form {
        @Override
        public Object apply(Object[] arguments) throws Throwable {
            Object[] chosen = new Object[taken.length];
            for (int i = 0; i < taken.length; i++) {
                chosen[i] = arguments[taken[i]];
            }
            Object made = combiner.apply(chosen);
            return form.apply(isVoid ? arguments : replaced(arguments, at, 0, new Object[] {made}));
        }
    }

    record Filtered(Form form, int at, Form[] filters) implements Form {
        @Override
        public Object apply(Object[] arguments) throws Throwable {
            Object[] changed = arguments.clone();
            for (int i = 0; i < filters.length; i++) {
                if (filters[i] != null) {
                    changed[at + i] = filters[i].apply(new Object[] {arguments[at + i]});
                }
            }
            return form.apply(changed);
        }
    }

    record Returning(Form form, Form filter, boolean isVoid) implements Form {
        @Override
        public Object apply(Object[] arguments) throws Throwable {
            Object result = form.apply(arguments);
            return filter.apply(isVoid ? new Object[0] : new Object[] {result});
        }
    }

    record Guarded(Form test, int tested, Form target, Form fallback) implements Form {
        @Override
        public Object apply(Object[] arguments) throws Throwable {
            boolean chosen = (Boolean) test.apply(Arrays.copyOf(arguments, tested));
            return chosen ? target.apply(arguments) : fallback.apply(arguments);
        }
    }

    record Catching(Form form, Class<?> type, Form handler, int taken) implements Form {
        @Override
        public Object apply(Object[] arguments) throws Throwable {
            try {
                return form.apply(arguments);
            } catch (Throwable thrown) {
                if (!type.isInstance(thrown)) {
                    throw thrown;
                }
                return handler.apply(replaced(Arrays.copyOf(arguments, taken), 0, 0, new Object[] {thrown}));
            }
        }
    }

    record Finally(Form form, Form cleanup, boolean isVoid, int taken, Object zero) implements Form {
        @Override
        public Object apply(Object[] arguments) throws Throwable {
            Object result = zero;
            Throwable thrown = null;
            try {
                result = form.apply(arguments);
            } catch (Throwable each) {
                thrown = each;
            }
            Object[] rest = Arrays.copyOf(arguments, taken);
            Object[] ended = isVoid ? new Object[] {thrown} : new Object[] {thrown, result};
            result = cleanup.apply(replaced(rest, 0, 0, ended));
            if (thrown != null) {
                throw thrown;
            }
            return result;
        }
    }

    /** An array argument is spread over {@code count} parameters. */
    record Spread(Form form, int at, int count) implements Form {
        @Override
        public Object apply(Object[] arguments) throws Throwable {
            Object array = arguments[at];
            int length = array == null ? 0 : java.lang.reflect.Array.getLength(array);
            if (array == null && count != 0) {
                throw new NullPointerException("null array reference");
            }
            if (length != count) {
                throw new IllegalArgumentException("array is not of length " + count);
            }
            Object[] values = new Object[count];
            for (int i = 0; i < count; i++) {
                values[i] = java.lang.reflect.Array.get(array, i);
            }
            return form.apply(replaced(arguments, at, 1, values));
        }
    }

    /** Arguments become the elements of a new array. */
    record Array(Class<?> element) implements Form {
        @Override
        public Object apply(Object[] arguments) {
            Object array = java.lang.reflect.Array.newInstance(element, arguments.length);
            for (int i = 0; i < arguments.length; i++) {
                java.lang.reflect.Array.set(array, i, arguments[i]);
            }
            return array;
        }
    }

    /** Arguments and result change their types, by the rules of {@code asType} or of casts. */
    record Converted(Form form, MethodType from, MethodType to, boolean explicit) implements Form {
        @Override
        public Object apply(Object[] arguments) throws Throwable {
            Object[] changed = new Object[arguments.length];
            for (int i = 0; i < arguments.length; i++) {
                changed[i] = Conversions.convert(arguments[i], from.parameterType(i), to.parameterType(i), explicit);
            }
            Object result = form.apply(changed);
            return Conversions.convert(result, to.returnType(), from.returnType(), explicit);
        }
    }

    enum ArrayOperation { GET, SET, LENGTH, CREATE }

    record OfArray(ArrayOperation operation, Class<?> element) implements Form {
        @Override
        public Object apply(Object[] arguments) {
            switch (operation) {
                case CREATE:
                    return java.lang.reflect.Array.newInstance(element, (Integer) arguments[0]);
                case LENGTH:
                    return java.lang.reflect.Array.getLength(arguments[0]);
                case GET:
                    check((Integer) arguments[1], java.lang.reflect.Array.getLength(arguments[0]));
                    return java.lang.reflect.Array.get(arguments[0], (Integer) arguments[1]);
                default:
                    if (arguments[0] instanceof Object[]) {
                        ((Object[]) arguments[0])[(Integer) arguments[1]] = arguments[2];
                    } else {
                        check((Integer) arguments[1], java.lang.reflect.Array.getLength(arguments[0]));
                        java.lang.reflect.Array.set(arguments[0], (Integer) arguments[1], arguments[2]);
                    }
                    return null;
            }
        }

        private static void check(int index, int length) {
            if (index < 0 || index >= length) {
                throw new ArrayIndexOutOfBoundsException("Index " + index + " out of bounds for length " + length);
            }
        }
    }

    /** Calls the handle that is the first argument. */
    record Invoker(MethodType type, boolean exact) implements Form {
        @Override
        public Object apply(Object[] arguments) throws Throwable {
            java.lang.invoke.MethodHandle handle = (java.lang.invoke.MethodHandle) arguments[0];
            Object[] rest = Arrays.copyOfRange(arguments, 1, arguments.length);
            return exact ? Handles.invokeExact(handle, type, rest) : Handles.invoke(handle, type, rest);
        }
    }

    /** Calls the current target of a call site. */
    record OfSite(java.lang.invoke.CallSite site) implements Form {
        @Override
        public Object apply(Object[] arguments) throws Throwable {
            return Handles.form(site.getTarget()).apply(arguments);
        }
    }

    record Switch(Form fallback, Form[] targets) implements Form {
        @Override
        public Object apply(Object[] arguments) throws Throwable {
            int chosen = (Integer) arguments[0];
            return (chosen >= 0 && chosen < targets.length ? targets[chosen] : fallback).apply(arguments);
        }
    }

    /** {@code count} values at a place replaced by others. */
    static Object[] replaced(Object[] values, int at, int count, Object[] by) {
        Object[] result = new Object[values.length - count + by.length];
        System.arraycopy(values, 0, result, 0, at);
        System.arraycopy(by, 0, result, at, by.length);
        System.arraycopy(values, at + count, result, at + by.length, values.length - at - count);
        return result;
    }
}
