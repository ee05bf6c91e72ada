package everypath.library;

/** Conversions of boxed values from one type to another, as {@code asType} and {@code explicitCastArguments} do. */
final class Conversions {
    private Conversions() {}

    static Object convert(Object value, Class<?> from, Class<?> to, boolean explicit) {
        if (from == to || to == void.class) {
            return to == void.class ? null : value;
        }
        if (from == void.class) {
            return zero(to);
        }
        if (!to.isPrimitive()) {
            if (explicit && to.isInterface()) {
                return value;
            }
            return to.cast(value);
        }
        if (value == null) {
            if (explicit && !from.isPrimitive()) {
                return zero(to);
            }
            throw Handles.unworded("java/lang/NullPointerException");
        }
        if (explicit) {
            return cast(value, to);
        }
        return widen(value, to);
    }

    /** A value given for a parameter of a type, as {@code Wrapper.convert} checks it. */
    static Object given(Object value, Class<?> to) {
        if (!to.isPrimitive()) {
            return to.cast(value);
        }
        if (value == null) {
            throw Handles.unworded("java/lang/NullPointerException");
        }
        if (!Handles.canConvert(value.getClass(), to)) {
            throw new ClassCastException(zero(to).getClass() + " is not compatible with " + value.getClass());
        }
        return cast(value, to);
    }

    /** The value of a type before anything is stored in it. */
    static Object zero(Class<?> type) {
        if (type == int.class) {
            return 0;
        }
        if (type == long.class) {
            return 0L;
        }
        if (type == boolean.class) {
            return false;
        }
        if (type == double.class) {
            return 0.0;
        }
        if (type == float.class) {
            return 0f;
        }
        if (type == char.class) {
            return (char) 0;
        }
        if (type == byte.class) {
            return (byte) 0;
        }
        if (type == short.class) {
            return (short) 0;
        }
        return null;
    }

    private static Object widen(Object value, Class<?> to) {
        if (to == boolean.class) {
            return (Boolean) value;
        }
        if (to == char.class) {
            return (Character) value;
        }
        if (!(value instanceof Boolean || value instanceof Character || value instanceof Number)) {
            return (Number) value;
        }
        return Handles.canConvert(value.getClass(), to) ? cast(value, to) : zero(to).getClass().cast(value);
    }

    private static Object cast(Object value, Class<?> to) {
        if (to == boolean.class) {
            return value instanceof Boolean ? value : (Object) ((((Number) number(value)).byteValue() & 1) != 0);
        }
        Number number = number(value);
        if (to == int.class) {
            return number.intValue();
        }
        if (to == long.class) {
            return number.longValue();
        }
        if (to == double.class) {
            return number.doubleValue();
        }
        if (to == float.class) {
            return number.floatValue();
        }
        if (to == char.class) {
            return (char) number.intValue();
        }
        if (to == short.class) {
            return number.shortValue();
        }
        return number.byteValue();
    }

    private static Number number(Object value) {
        if (value instanceof Character) {
            return (int) (Character) value;
        }
        if (value instanceof Boolean) {
            return (Boolean) value ? 1 : 0;
        }
        return (Number) value;
    }
}
