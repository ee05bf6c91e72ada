package everypath.bridge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A small JSON reader and writer for the frames of the bridge: maps, lists, strings, longs, booleans and null.
 *
 * <p>Output is ASCII; strings are UTF-16 code units, so lone surrogates survive. Numbers are 64-bit integers:
 * floating-point values travel as their bits.
 */
final class Json {
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private final String text;
    private int position;

    private Json(String text) {
        this.text = text;
    }

    /** Reads one JSON value; the sender is our own, so malformed input is a plain runtime exception. */
    static Object parse(String text) {
        return new Json(text).value();
    }

    private char next() {
        char c = text.charAt(position);
        while (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
            c = text.charAt(++position);
        }
        return c;
    }

    private Object value() {
        switch (next()) {
            case '{':
                return map();
            case '[':
                return list();
            case '"':
                return string();
            case 't':
                position += 4;
                return Boolean.TRUE;
            case 'f':
                position += 5;
                return Boolean.FALSE;
            case 'n':
                position += 4;
                return null;
            default:
                return number();
        }
    }

    private Map<String, Object> map() {
        Map<String, Object> result = new HashMap<>();
        position++;
        if (next() == '}') {
            position++;
            return result;
        }
        while (true) {
            next();
            String key = string();
            next();
            position++;
            result.put(key, value());
            char c = next();
            position++;
            if (c == '}') {
                return result;
            }
        }
    }

    private List<Object> list() {
        List<Object> result = new ArrayList<>();
        position++;
        if (next() == ']') {
            position++;
            return result;
        }
        while (true) {
            result.add(value());
            char c = next();
            position++;
            if (c == ']') {
                return result;
            }
        }
    }

    private Long number() {
        boolean negative = text.charAt(position) == '-';
        if (negative) {
            position++;
        }
        int start = position;
        long result = 0;
        while (position < text.length()) {
            int digit = text.charAt(position) - '0';
            if (digit < 0 || digit > 9) {
                break;
            }
            result = result * 10 + digit;
            position++;
        }
        if (position == start) {
            throw new IllegalArgumentException("number expected at " + start);
        }
        return negative ? -result : result;
    }

    private String string() {
        int start = ++position;
        int at = start;
        char c = text.charAt(at);
        while (c != '"' && c != '\\') {
            c = text.charAt(++at);
        }
        if (c == '"') {
            position = at + 1;
            return text.substring(start, at);
        }
        StringBuilder result = new StringBuilder(at - start + 16).append(text, start, at);
        position = at;
        while (true) {
            c = text.charAt(position++);
            if (c == '"') {
                return result.toString();
            }
            result.append(c == '\\' ? escaped() : c);
        }
    }

    private char escaped() {
        char c = text.charAt(position++);
        switch (c) {
            case 'n':
                return '\n';
            case 't':
                return '\t';
            case 'r':
                return '\r';
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'u':
                position += 4;
                return (char) Integer.parseInt(text, position - 4, position, 16);
            default:
                return c;
        }
    }

    /** Appends {@code value} as JSON to {@code out}. */
    static void write(StringBuilder out, Object value) {
        if (value instanceof String string) {
            quote(out, string);
        } else if (value instanceof Map<?, ?> map) {
            char separator = '{';
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.append(separator);
                separator = ',';
                quote(out, (String) entry.getKey());
                out.append(':');
                write(out, entry.getValue());
            }
            out.append(separator == '{' ? "{}" : "}");
        } else if (value instanceof List<?> list) {
            out.append('[');
            for (int i = 0; i < list.size(); i++) {
                if (i > 0) {
                    out.append(',');
                }
                write(out, list.get(i));
            }
            out.append(']');
        } else if (value instanceof int[] numbers) {
            out.append('[');
            for (int i = 0; i < numbers.length; i++) {
                out.append(i == 0 ? "" : ",").append(numbers[i]);
            }
            out.append(']');
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else {
            throw new IllegalArgumentException("not JSON: " + value.getClass());
        }
    }

    private static void quote(StringBuilder out, String string) {
        out.append('"');
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c >= 32 && c <= 126) {
                out.append(c);
            } else {
                out.append("\\u").append(HEX[c >> 12]).append(HEX[c >> 8 & 15]);
                out.append(HEX[c >> 4 & 15]).append(HEX[c & 15]);
            }
        }
        out.append('"');
    }
}
