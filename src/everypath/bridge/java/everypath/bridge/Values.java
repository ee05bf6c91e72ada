package everypath.bridge;

import java.util.List;

/**
 * Primitive values on the wire: a type tag (the descriptor character) and a 64-bit integer. Floats and doubles are
 * their raw bits, so NaN payloads, infinities and the sign of zero survive.
 */
public final class Values {
    private Values() {}

    /** The boxed Java value of a tag and its 64-bit payload. */
    public static Object decode(char tag, long payload) throws PlanException {
        switch (tag) {
            case 'Z':
                return payload != 0;
            case 'B':
                return (byte) payload;
            case 'S':
                return (short) payload;
            case 'C':
                return (char) payload;
            case 'I':
                return (int) payload;
            case 'J':
                return payload;
            case 'F':
                return Float.intBitsToFloat((int) payload);
            case 'D':
                return Double.longBitsToDouble(payload);
            default:
                throw new PlanException("no primitive type " + tag);
        }
    }

    /** The 64-bit payload of a boxed value, null when it is not a box of a primitive. */
    static Long encode(Object value) {
        if (value instanceof Integer number) {
            return number.longValue();
        } else if (value instanceof Boolean flag) {
            return flag ? 1L : 0L;
        } else if (value instanceof Long number) {
            return number;
        } else if (value instanceof Character character) {
            return (long) character;
        } else if (value instanceof Byte || value instanceof Short) {
            return ((Number) value).longValue();
        } else if (value instanceof Double number) {
            return Double.doubleToRawLongBits(number);
        } else if (value instanceof Float number) {
            return (long) Float.floatToRawIntBits(number);
        }
        return null;
    }

    /** The tag of a boxed value. */
    static String tag(Object box) {
        if (box instanceof Integer) {
            return "I";
        } else if (box instanceof Boolean) {
            return "Z";
        } else if (box instanceof Long) {
            return "J";
        } else if (box instanceof Character) {
            return "C";
        } else if (box instanceof Byte) {
            return "B";
        } else if (box instanceof Short) {
            return "S";
        } else if (box instanceof Double) {
            return "D";
        }
        return "F";
    }

    /** A primitive as it is sent: {@code [tag, payload]}. */
    public static List<Object> primitive(Object box) {
        return List.of(tag(box), encode(box));
    }
}
