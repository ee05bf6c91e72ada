package everypath.library;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Methods of {@code String} and its builders as plain loops over the modelled ones. */
final class Strings {
    private Strings() {}

    /** The chars of a sequence of another kind, as a builder asks for them. */
    static String contents(CharSequence sequence) {
        int length = sequence.length();
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < length; i++) {
            result.append(sequence.charAt(i));
        }
        return result.toString();
    }

    /** How many of the bytes are ASCII, from the first on; these are copied. */
    static int decodeASCII(byte[] source, int from, char[] target, int to, int length) {
        int count = 0;
        while (count < length && source[from + count] >= 0) {
            target[to + count] = (char) source[from + count];
            count++;
        }
        return count;
    }

    static boolean regionMatches(String text, int at, String other, int from, int count) {
        return regionMatches(text, false, at, other, from, count);
    }

    static boolean regionMatches(String text, boolean ignoreCase, int at, String other, int from, int count) {
        if (!ignoreCase && other == null && Machine.needsOtherFirst()) {
            throw new NullPointerException();
        }
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

    static boolean matches(String text, String regex) {
        return Pattern.matches(regex, text);
    }

    static String replaceAll(String text, String regex, String replacement) {
        return Pattern.compile(regex).matcher(text).replaceAll(replacement);
    }

    static String replaceFirst(String text, String regex, String replacement) {
        return Pattern.compile(regex).matcher(text).replaceFirst(replacement);
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
            return Pattern.compile(regex).split(text, limit);
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

    /** As {@code Pattern.splitWithDelimiters} of newer JDKs. */
    static String[] splitWithDelimiters(String text, String regex, int limit) {
        List<String> parts = new ArrayList<>();
        int index = 0;
        int matches = 0;
        Matcher matcher = Pattern.compile(regex).matcher(text);
        while (matcher.find()) {
            if (limit <= 0 || matches < limit - 1) {
                if (index == 0 && matcher.start() == 0 && matcher.end() == 0) {
                    continue;
                }
                parts.add(text.substring(index, matcher.start()));
                index = matcher.end();
                parts.add(text.substring(matcher.start(), index));
                matches++;
            } else if (matches == limit - 1) {
                parts.add(text.substring(index));
                index = matcher.end();
                matches++;
            }
        }
        if (index == 0) {
            return new String[] {text};
        }
        if (limit <= 0 || matches < limit) {
            parts.add(text.substring(index));
        }
        int size = parts.size();
        while (limit == 0 && size > 0 && parts.get(size - 1).isEmpty()) {
            size--;
        }
        return parts.subList(0, size).toArray(new String[size]);
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

    static int offsetByCodePoints(String text, int index, int offset) {
        return Character.offsetByCodePoints(text, index, offset);
    }

    static int offsetByCodePoints(CharSequence text, int index, int offset) {
        return Character.offsetByCodePoints(text, index, offset);
    }

    // -- lines ---------------------------------------------------------------------------------------------------

    /** The lines of a text, without their ends. */
    private static List<String> linesOf(String text) {
        List<String> lines = new ArrayList<>();
        int from = 0;
        int end;
        while ((end = Machine.pick(Machine.lineEnd(text, from))) >= 0) {
            lines.add(text.substring(from, end));
            from = text.startsWith("\r\n", end) ? end + 2 : end + 1;
        }
        if (from < text.length()) {
            lines.add(text.substring(from));
        }
        return lines;
    }

    static Stream<String> lines(String text) {
        return linesOf(text).stream();
    }

    static String indent(String text, int count) {
        if (text.isEmpty()) {
            return "";
        }
        StringBuilder result = new StringBuilder();
        for (String line : linesOf(text)) {
            if (count > 0) {
                result.append(" ".repeat(count)).append(line);
            } else {
                int blanks = line.length() - line.stripLeading().length();
                boolean all = count == Integer.MIN_VALUE;
                result.append(all ? line.stripLeading() : line.substring(Math.min(-count, blanks)));
            }
            result.append('\n');
        }
        return result.toString();
    }

    static String stripIndent(String text) {
        int length = text.length();
        if (length == 0) {
            return "";
        }
        char last = text.charAt(length - 1);
        boolean ended = last == '\n' || last == '\r';
        List<String> lines = linesOf(text);
        int outdent = ended ? 0 : outdent(lines);
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (i > 0) {
                result.append('\n');
            }
            int first = Math.min(outdent, line.length() - line.stripLeading().length());
            int end = line.stripTrailing().length();
            result.append(first > end ? "" : line.substring(first, end));
        }
        return result.append(ended ? "\n" : "").toString();
    }

    private static int outdent(List<String> lines) {
        int outdent = Integer.MAX_VALUE;
        for (String line : lines) {
            int blanks = line.length() - line.stripLeading().length();
            if (blanks != line.length()) {
                outdent = Math.min(outdent, blanks);
            }
        }
        String last = lines.get(lines.size() - 1);
        return last.isBlank() ? Math.min(outdent, last.length()) : outdent;
    }

    static String translateEscapes(String text) {
        int length = Machine.pick(text.length());
        StringBuilder result = new StringBuilder();
        int i = 0;
        while (i < length) {
            char unit = text.charAt(i++);
            if (unit != '\\') {
                result.append(unit);
                continue;
            }
            unit = i < length ? text.charAt(i++) : '\0';
            int plain = "btnfrs\"'\\".indexOf(unit);
            if (plain >= 0) {
                result.append("\b\t\n\f\r \"'\\".charAt(plain));
            } else if (unit >= '0' && unit <= '7') {
                int end = Math.min(i + (unit <= '3' ? 2 : 1), length);
                int code = unit - '0';
                while (i < end && text.charAt(i) >= '0' && text.charAt(i) <= '7') {
                    code = code << 3 | text.charAt(i++) - '0';
                }
                result.append((char) code);
            } else if (unit == '\r') {
                if (i < length && text.charAt(i) == '\n') {
                    i++;
                }
            } else if (unit != '\n') {
                throw new IllegalArgumentException(
                        String.format("Invalid escape sequence: \\%c \\\\u%04X", unit, (int) unit));
            }
        }
        return result.toString();
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
        String whole = text.toString();
        int[] points = new int[whole.codePointCount(0, whole.length())];
        int at = 0;
        for (int i = 0; i < points.length; i++) {
            points[i] = whole.codePointAt(at);
            at += points[i] >= 0x10000 ? 2 : 1;
        }
        return IntStream.of(points);
    }

    static byte[] getBytes(String text) {
        return Encodings.encode(text, StandardCharsets.UTF_8);
    }

    static byte[] getBytes(String text, Charset charset) {
        if (charset == null) {
            throw new NullPointerException();
        }
        return Encodings.encode(text, charset);
    }

    static byte[] getBytes(String text, String charset) throws java.io.UnsupportedEncodingException {
        return Encodings.encode(text, Encodings.named(charset));
    }

    // What the JDK's own code asks for, which throws instead of replacing; that is not modelled.

    static String newStringNoRepl(byte[] bytes, Charset charset) {
        String text = Encodings.decode(bytes, 0, bytes.length, charset);
        if (text.indexOf('\uFFFD') >= 0) {
            Machine.unsupported("bytes that are malformed");
        }
        return text;
    }

    static String newStringUTF8NoRepl(byte[] bytes, int offset, int length, boolean share) {
        return newStringNoRepl(java.util.Arrays.copyOfRange(bytes, offset, offset + length), StandardCharsets.UTF_8);
    }

    static byte[] getBytesNoRepl(String text, Charset charset) {
        byte[] bytes = Encodings.encode(text, charset);
        if (!Encodings.decode(bytes, 0, bytes.length, charset).equals(text)) {
            Machine.unsupported("chars that cannot be encoded");
        }
        return bytes;
    }

    static byte[] getBytesUTF8NoRepl(String text) {
        return getBytesNoRepl(text, StandardCharsets.UTF_8);
    }

    static String formatted(String format, Object[] arguments) {
        return Formats.format(format, arguments);
    }

    static String format(String format, Object[] arguments) {
        return Formats.format(format, arguments);
    }

    static String format(Locale locale, String format, Object[] arguments) {
        String language = locale == null ? "" : locale.getLanguage();
        if (!language.isEmpty() && !language.equals("en")) {
            Machine.unsupported("String.format in another locale");
        }
        return Formats.format(format, arguments);
    }
}
