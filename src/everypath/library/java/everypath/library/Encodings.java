package everypath.library;

import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The standard charsets, as {@code String} uses them: what cannot be mapped is replaced. */
final class Encodings {
    private static final char REPLACEMENT = '\uFFFD';

    private Encodings() {}

    static Charset named(String name) throws UnsupportedEncodingException {
        if (name == null) {
            throw new NullPointerException();
        }
        boolean supported;
        try {
            supported = Machine.isCharset(name);
        } catch (IllegalCharsetNameException e) {
            supported = false;
        }
        if (!supported) {
            throw new UnsupportedEncodingException(name);
        }
        return Charset.forName(name);
    }

    // -- encoding ------------------------------------------------------------------------------------------------

    static byte[] encode(String text, Charset charset) {
        if (charset == StandardCharsets.UTF_8) {
            return Machine.isAscii(text) ? Machine.narrow(text) : utf8(text);
        }
        if (charset == StandardCharsets.ISO_8859_1) {
            return single(text, 0x100);
        }
        if (charset == StandardCharsets.US_ASCII) {
            return single(text, 0x80);
        }
        if (charset == StandardCharsets.UTF_16) {
            return utf16(text, text.isEmpty() ? 0 : 2, true);
        }
        if (charset == StandardCharsets.UTF_16BE || charset == StandardCharsets.UTF_16LE) {
            return utf16(text, 0, charset == StandardCharsets.UTF_16BE);
        }
        return Machine.unsupportedBytes(charset.name());
    }

    private static byte[] single(String text, int limit) {
        int length = Machine.pick(text.length());
        byte[] result = new byte[length];
        int size = 0;
        for (int i = 0; i < length; i++) {
            char unit = text.charAt(i);
            result[size++] = unit < limit ? (byte) unit : (byte) '?';
            if (isPair(text, i, length)) {
                i++;
            }
        }
        return size == length ? result : Arrays.copyOf(result, size);
    }

    private static boolean isPair(String text, int index, int length) {
        char unit = text.charAt(index);
        if (unit < Character.MIN_HIGH_SURROGATE || unit > Character.MAX_HIGH_SURROGATE || index + 1 == length) {
            return false;
        }
        char next = text.charAt(index + 1);
        return next >= Character.MIN_LOW_SURROGATE && next <= Character.MAX_LOW_SURROGATE;
    }

    private static byte[] utf8(String text) {
        int length = Machine.pick(text.length());
        byte[] result = new byte[3 * length];
        int size = 0;
        for (int i = 0; i < length; i++) {
            int unit = text.charAt(i);
            if (unit < 0x80) {
                result[size++] = (byte) unit;
            } else if (unit < 0x800) {
                result[size++] = (byte) (0xC0 | unit >> 6);
                result[size++] = (byte) (0x80 | unit & 0x3F);
            } else if (unit < 0xD800 || unit > 0xDFFF) {
                result[size++] = (byte) (0xE0 | unit >> 12);
                result[size++] = (byte) (0x80 | unit >> 6 & 0x3F);
                result[size++] = (byte) (0x80 | unit & 0x3F);
            } else if (isPair(text, i, length)) {
                int point = text.codePointAt(i++);
                result[size++] = (byte) (0xF0 | point >> 18);
                result[size++] = (byte) (0x80 | point >> 12 & 0x3F);
                result[size++] = (byte) (0x80 | point >> 6 & 0x3F);
                result[size++] = (byte) (0x80 | point & 0x3F);
            } else {
                result[size++] = '?';
            }
        }
        return Arrays.copyOf(result, size);
    }

    private static byte[] utf16(String text, int mark, boolean big) {
        int length = Machine.pick(text.length());
        byte[] result = new byte[mark + 2 * length];
        if (mark > 0) {
            result[0] = (byte) 0xFE;
            result[1] = (byte) 0xFF;
        }
        boolean paired = false;
        for (int i = 0; i < length; i++) {
            int unit = text.charAt(i);
            if (isPair(text, i, length)) {
                paired = true;
            } else if (paired) {
                paired = false;
            } else if (unit >= 0xD800 && unit <= 0xDFFF) {
                unit = REPLACEMENT;
            }
            result[mark + 2 * i] = (byte) (big ? unit >> 8 : unit);
            result[mark + 2 * i + 1] = (byte) (big ? unit : unit >> 8);
        }
        return result;
    }

    // -- decoding ------------------------------------------------------------------------------------------------

    static String decode(byte[] bytes, int offset, int length, Charset charset) {
        if (charset == StandardCharsets.ISO_8859_1) {
            return Machine.latin1(bytes, offset, length);
        }
        if (charset == StandardCharsets.UTF_8) {
            return utf8(bytes, offset, offset + length);
        }
        if (charset == StandardCharsets.US_ASCII) {
            StringBuilder result = new StringBuilder();
            for (int i = offset; i < offset + length; i++) {
                result.append(bytes[i] < 0 ? REPLACEMENT : (char) bytes[i]);
            }
            return result.toString();
        }
        if (charset == StandardCharsets.UTF_16BE || charset == StandardCharsets.UTF_16LE) {
            return utf16(bytes, offset, offset + length, charset == StandardCharsets.UTF_16BE);
        }
        if (charset == StandardCharsets.UTF_16) {
            if (length >= 2) {
                int mark = (bytes[offset] & 0xFF) << 8 | bytes[offset + 1] & 0xFF;
                if (mark == 0xFEFF || mark == 0xFFFE) {
                    return utf16(bytes, offset + 2, offset + length, mark == 0xFEFF);
                }
            }
            return utf16(bytes, offset, offset + length, true);
        }
        Machine.unsupportedBytes(charset.name());
        return null;
    }

    /** The low bytes of chars, as {@code getBytes(int, int, byte[], int)} writes them. */
    static void narrowInto(String text, byte[] target, int at) {
        for (int i = 0; i < text.length(); i++) {
            target[at + i] = (byte) text.charAt(i);
        }
    }

    private static String utf16(byte[] bytes, int from, int end, boolean big) {
        StringBuilder result = new StringBuilder();
        int i = from;
        while (i + 1 < end) {
            int unit = unit(bytes, i, big);
            i += 2;
            if (unit < 0xD800 || unit > 0xDFFF) {
                result.append((char) unit);
            } else if (unit < 0xDC00 && i + 1 < end) {
                int low = unit(bytes, i, big);
                if (low >= 0xDC00 && low <= 0xDFFF) {
                    result.append((char) unit).append((char) low);
                } else {
                    result.append(REPLACEMENT);
                }
                i += 2;
            } else if (unit < 0xDC00) {
                result.append(REPLACEMENT);
                i = end;
            } else {
                result.append(REPLACEMENT);
            }
        }
        if (i < end) {
            result.append(REPLACEMENT);
        }
        return result.toString();
    }

    private static int unit(byte[] bytes, int index, boolean big) {
        int first = bytes[index] & 0xFF;
        int second = bytes[index + 1] & 0xFF;
        return big ? first << 8 | second : second << 8 | first;
    }

    private static String utf8(byte[] bytes, int from, int end) {
        StringBuilder result = new StringBuilder();
        int i = from;
        while (i < end) {
            int first = bytes[i++];
            if (first >= 0) {
                result.append((char) first);
                continue;
            }
            int lead = first & 0xFF;
            int wanted = lead < 0xC2 || lead > 0xF4 ? 0 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
            int point = lead & 0x3F >> wanted;
            int read = 0;
            while (read < wanted && i < end && continues(lead, read, bytes[i] & 0xFF)) {
                point = point << 6 | bytes[i++] & 0x3F;
                read++;
            }
            if (wanted == 0 || read < wanted || point >= 0xD800 && point <= 0xDFFF) {
                result.append(REPLACEMENT);
            } else {
                result.appendCodePoint(point);
            }
        }
        return result.toString();
    }

    /** Whether a byte may follow as the one after {@code read} continuation bytes; surrogates are reported later. */
    private static boolean continues(int lead, int read, int next) {
        if (read == 0) {
            switch (lead) {
                case 0xE0:
                    return next >= 0xA0 && next < 0xC0;
                case 0xF0:
                    return next >= 0x90 && next < 0xC0;
                case 0xF4:
                    return next >= 0x80 && next < 0x90;
                default:
            }
        }
        return next >= 0x80 && next < 0xC0;
    }
}
