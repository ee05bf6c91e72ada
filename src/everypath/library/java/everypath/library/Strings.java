package everypath.library;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Methods of {@code String} and its builders as plain loops over the modelled ones. */
final class Strings {
    private Strings() {}


    static boolean regionMatches(String text, int at, String other, int from, int count) {
        return regionMatches(text, false, at, other, from, count);
    }

    static boolean regionMatches(String text, boolean ignoreCase, int at, String other, int from, int count) {
        if (from < 0 || at < 0 || at > (long) text.length() - count || from > (long) other.length() - count) {
            return false;
        }
        if (count <= 0) {
            return true;
        }
        String left = text.substring(at, at + count);
        String right = other.substring(from, from + count);
        return ignoreCase ? left.equalsIgnoreCase(right) : left.equals(right);
    }

    static String replace(String text, CharSequence target, CharSequence replacement) {
        String old = target.toString();
        String with = replacement.toString();
        int found = Machine.pick(text.indexOf(old));
        if (found < 0) {
            return text;
        }
        StringBuilder result = new StringBuilder();
        int from = 0;
        int step = Machine.pick(old.length());
        if (step == 0) {
            for (int i = 0; i < text.length(); i++) {
                result.append(with).append(text.charAt(i));
            }
            return result.append(with).toString();
        }
        while (found >= 0) {
            result.append(text, from, found).append(with);
            from = found + step;
            found = Machine.pick(text.indexOf(old, from));
        }
        return result.append(text, from, text.length()).toString();
    }

    static String[] split(String text, String regex) {
        return split(text, regex, 0);
    }

    static String[] split(String text, String regex, int limit) {
        char separator = 0;
        boolean simple = false;
        if (regex.length() == 1) {
            separator = regex.charAt(0);
            simple = ".$|()[{^?*+\\".indexOf(separator) < 0;
        } else if (regex.length() == 2 && regex.charAt(0) == '\\') {
            separator = regex.charAt(1);
            simple = !(separator >= '0' && separator <= '9')
                    && !(separator >= 'a' && separator <= 'z')
                    && !(separator >= 'A' && separator <= 'Z');
        }
        if (!simple || separator >= '\uD800' && separator <= '\uDFFF') {
            return Machine.split(text, regex, limit);
        }
        List<String> parts = new ArrayList<>();
        boolean limited = limit > 0;
        int from = 0;
        int next;
        while ((next = Machine.pick(text.indexOf(separator, from))) != -1) {
            if (!limited || parts.size() < limit - 1) {
                parts.add(text.substring(from, next));
                from = next + 1;
            } else {
                parts.add(text.substring(from));
                from = text.length();
                break;
            }
        }
        if (from == 0 && parts.isEmpty()) {
            return new String[] {text};
        }
        if (!limited || parts.size() < limit) {
            parts.add(text.substring(from));
        }
        int size = parts.size();
        if (limit == 0) {
            while (size > 0 && parts.get(size - 1).isEmpty()) {
                size--;
            }
        }
        String[] result = new String[size];
        for (int i = 0; i < size; i++) {
            result[i] = parts.get(i);
        }
        return result;
    }

    static String join(CharSequence delimiter, CharSequence[] elements) {
        String between = delimiter.toString();
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < elements.length; i++) {
            if (i > 0) {
                result.append(between);
            }
            result.append(String.valueOf(elements[i]));
        }
        return result.toString();
    }

    static String join(CharSequence delimiter, Iterable<? extends CharSequence> elements) {
        String between = delimiter.toString();
        if (elements == null) {
            throw new NullPointerException();
        }
        StringBuilder result = new StringBuilder();
        boolean first = true;
        for (CharSequence element : elements) {
            if (!first) {
                result.append(between);
            }
            first = false;
            result.append(String.valueOf(element));
        }
        return result.toString();
    }

    static String join(String prefix, String suffix, String delimiter, String[] elements, int size) {
        StringBuilder result = new StringBuilder(prefix);
        for (int i = 0; i < size; i++) {
            if (i > 0) {
                result.append(delimiter);
            }
            result.append(elements[i]);
        }
        return result.append(suffix).toString();
    }

    static int codePointAt(String text, int index) {
        return codePointAt((CharSequence) text, index);
    }

    static int codePointAt(CharSequence text, int index) {
        int length = text.length();
        if (index < 0 || index >= length) {
            throw new StringIndexOutOfBoundsException("Index " + index + " out of bounds for length " + length);
        }
        char high = text.charAt(index);
        if (high >= '\uD800' && high <= '\uDBFF' && index + 1 < length) {
            char low = text.charAt(index + 1);
            if (low >= '\uDC00' && low <= '\uDFFF') {
                return ((high - 0xD800) << 10) + (low - 0xDC00) + 0x10000;
            }
        }
        return high;
    }

    static int codePointBefore(String text, int index) {
        return codePointBefore((CharSequence) text, index);
    }

    static int codePointBefore(CharSequence text, int index) {
        int length = text.length();
        if (index < 1 || index > length) {
            throw new StringIndexOutOfBoundsException("Index " + index + " out of bounds for length " + length);
        }
        char low = text.charAt(index - 1);
        if (low >= '\uDC00' && low <= '\uDFFF' && index > 1) {
            char high = text.charAt(index - 2);
            if (high >= '\uD800' && high <= '\uDBFF') {
                return ((high - 0xD800) << 10) + (low - 0xDC00) + 0x10000;
            }
        }
        return low;
    }

    static int codePointCount(String text, int begin, int end) {
        return codePointCount((CharSequence) text, begin, end);
    }

    static int codePointCount(CharSequence text, int begin, int end) {
        if (begin < 0 || begin > end || end > text.length()) {
            throw new IndexOutOfBoundsException();
        }
        int count = 0;
        for (int i = begin; i < end; i++) {
            count++;
            char high = text.charAt(i);
            if (high >= '\uD800' && high <= '\uDBFF' && i + 1 < end) {
                char low = text.charAt(i + 1);
                if (low >= '\uDC00' && low <= '\uDFFF') {
                    i++;
                }
            }
        }
        return count;
    }

    static int offsetByCodePoints(String text, int index, int offset) {
        return Character.offsetByCodePoints(text, index, offset);
    }

    static IntStream chars(String text) {
        return chars((CharSequence) text);
    }

    static IntStream chars(CharSequence text) {
        int[] units = new int[text.length()];
        for (int i = 0; i < units.length; i++) {
            units[i] = text.charAt(i);
        }
        return IntStream.of(units);
    }

    static IntStream codePoints(String text) {
        return codePoints((CharSequence) text);
    }

    static IntStream codePoints(CharSequence text) {
        int[] points = new int[codePointCount(text, 0, text.length())];
        int at = 0;
        for (int i = 0; i < points.length; i++) {
            points[i] = codePointAt(text, at);
            at += points[i] >= 0x10000 ? 2 : 1;
        }
        return IntStream.of(points);
    }

    static byte[] getBytes(String text) {
        return Machine.encode(text);
    }

    static byte[] getBytes(String text, Charset charset) {
        if (charset == StandardCharsets.UTF_8) {
            return Machine.encode(text);
        }
        int length = text.length();
        int limit = charset == StandardCharsets.ISO_8859_1 ? 0x100 : charset == StandardCharsets.US_ASCII ? 0x80 : 0;
        if (limit == 0) {
            return Machine.unsupportedBytes(text);
        }
        byte[] result = new byte[length];
        for (int i = 0; i < length; i++) {
            char unit = text.charAt(i);
            if (unit >= '\uD800' && unit <= '\uDFFF') {
                return Machine.unsupportedBytes(text);
            }
            result[i] = unit < limit ? (byte) unit : (byte) '?';
        }
        return result;
    }

    static String formatted(String format, Object[] arguments) {
        return format(format, arguments);
    }

    /** The conversions without flags, width and precision: {@code %s %d %c %b %n %%}, also with an index. */
    static String format(String format, Object[] arguments) {
        StringBuilder result = new StringBuilder();
        int next = 0;
        int i = 0;
        int length = format.length();
        while (i < length) {
            char unit = format.charAt(i++);
            if (unit != '%') {
                result.append(unit);
                continue;
            }
            int index = -1;
            int start = i;
            int number = 0;
            while (i < length && format.charAt(i) >= '0' && format.charAt(i) <= '9') {
                number = number * 10 + (format.charAt(i++) - '0');
            }
            if (i > start) {
                if (i >= length || format.charAt(i) != '$') {
                    return Machine.unsupportedFormat(format);
                }
                index = number - 1;
                i++;
            }
            if (i >= length) {
                return Machine.unsupportedFormat(format);
            }
            char conversion = format.charAt(i++);
            if (conversion == '%') {
                result.append('%');
                continue;
            } else if (conversion == 'n') {
                result.append('\n');
                continue;
            }
            if (index < 0) {
                index = next++;
            }
            if (arguments != null && index >= arguments.length || arguments == null && index > 0) {
                return Machine.unsupportedFormat(format);
            }
            Object argument = arguments == null ? null : arguments[index];
            append(result, format, conversion, argument);
        }
        return result.toString();
    }

    private static void append(StringBuilder result, String format, char conversion, Object argument) {
        if (conversion == 's' && !(argument instanceof java.util.Formattable)) {
            result.append(argument == null ? "null" : argument.toString());
        } else if (conversion == 'd'
                && (argument == null
                        || argument instanceof Integer
                        || argument instanceof Long
                        || argument instanceof Short
                        || argument instanceof Byte)) {
            result.append(argument == null ? "null" : argument.toString());
        } else if (conversion == 'c' && argument instanceof Character) {
            result.append(((Character) argument).charValue());
        } else if (conversion == 'b') {
            result.append(argument == null ? "false" : argument instanceof Boolean ? argument.toString() : "true");
        } else {
            Machine.unsupportedFormat(format);
        }
    }
}
