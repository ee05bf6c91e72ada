package everypath.library;

import java.util.DuplicateFormatFlagsException;
import java.util.FormatFlagsConversionMismatchException;
import java.util.Formattable;
import java.util.IllegalFormatCodePointException;
import java.util.IllegalFormatConversionException;
import java.util.IllegalFormatFlagsException;
import java.util.IllegalFormatPrecisionException;
import java.util.IllegalFormatWidthException;
import java.util.MissingFormatArgumentException;
import java.util.MissingFormatWidthException;
import java.util.UnknownFormatConversionException;

/**
 * {@code String.format} in the pinned locale. The conversions of integers, chars, booleans and strings are exact on
 * unknown arguments; those of floating-point numbers and dates are asked of the JDK.
 */
final class Formats {
    private static final String FLAGS = "-#+ 0,(<";
    private static final String DATES = "HIklMNLQpSsTzZaAbBCdehjmyYrRcDF";
    private static final int LEFT = 1;
    private static final int ALTERNATE = 2;
    private static final int PLUS = 4;
    private static final int SPACE = 8;
    private static final int ZERO = 16;
    private static final int GROUP = 32;
    private static final int PARENTHESES = 64;
    private static final int PREVIOUS = 128;

    private final String format;
    private final Object[] arguments;
    private final StringBuilder result = new StringBuilder();
    private final java.util.ArrayList<Formats.Specifier> specifiers = new java.util.ArrayList<>();

    /** A parsed conversion, or a piece of text where {@code conversion} is 0. */
    private static final class Specifier {
        String text;
        int index;
        int flags;
        int duplicate;
        int width = -1;
        int precision = -1;
        char conversion;
        boolean upper;
        boolean date;
    }

    private Formats(String format, Object[] arguments) {
        this.format = format;
        this.arguments = arguments;
    }

    static String format(String format, Object[] arguments) {
        Formats formats = new Formats(format, arguments);
        formats.parse();
        formats.print();
        return formats.result.toString();
    }

    // -- parsing -------------------------------------------------------------------------------------------------

    private void parse() {
        int i = 0;
        String s = format; // the name that the JDK's message has where it is null
        int length = s.length();
        while (i < length) {
            int next = Machine.pick(format.indexOf('%', i));
            if (next != i) {
                Specifier text = new Specifier();
                text.text = format.substring(i, next < 0 ? length : next);
                specifiers.add(text);
            }
            if (next < 0) {
                return;
            }
            i = specifier(next + 1);
        }
    }

    private char at(int index, int start) {
        if (index >= format.length()) {
            throw new UnknownFormatConversionException(
                start < format.length() ? format.substring(start, start + 1) : "%");
        }
        return format.charAt(index);
    }

    private static boolean isDigit(char unit) {
        return unit >= '0' && unit <= '9';
    }

    private static boolean isLetter(char unit) {
        return unit >= 'a' && unit <= 'z' || unit >= 'A' && unit <= 'Z';
    }

    /** Where the digits from an index on end. */
    private int digits(int index, int start) {
        int end = index;
        while (isDigit(at(end, start))) {
            end++;
        }
        return end;
    }

    /** Parse the specifier whose {@code %} stands before {@code start}; returns where it ends. */
    private int specifier(int start) {
        Specifier made = new Specifier();
        int i = start;
        int end = digits(i, start);
        if (end > i && at(end, start) == '$') {
            made.index = number(i, end);
            if (made.index <= 0) {
                Machine.unsupported("String.format with an argument index that is not positive");
            }
            i = end + 1;
        }
        int place;
        while ((place = Machine.pick(FLAGS.indexOf(at(i, start)))) >= 0) {
            int flag = 1 << place;
            if ((made.flags & flag) != 0) {
                made.duplicate = flag;
            }
            made.flags |= flag;
            i++;
        }
        end = digits(i, start);
        int width = i;
        int widthEnd = end;
        i = end;
        int precision = i;
        if (at(i, start) == '.') {
            precision = i + 1;
            i = digits(precision, start);
        }
        char unit = at(i, start);
        if (i == precision && precision > widthEnd || !isLetter(unit) && unit != '%') {
            throw new UnknownFormatConversionException(format.substring(start, start + 1));
        }
        if ((unit == 't' || unit == 'T') && i + 1 < format.length()
                && (isLetter(format.charAt(i + 1)) || format.charAt(i + 1) == '%')) {
            made.date = true;
            made.upper = unit == 'T';
            unit = format.charAt(++i);
        }
        if (made.duplicate != 0) {
            throw new DuplicateFormatFlagsException(flagsText(made.duplicate));
        }
        if ((made.flags & PREVIOUS) != 0) {
            made.index = -1;
        }
        if (widthEnd > width) {
            made.width = number(width, widthEnd);
            if (made.width < 0) {
                throw new IllegalFormatWidthException(Integer.MIN_VALUE);
            }
        }
        if (precision > widthEnd) {
            made.precision = number(precision, made.date ? i - 1 : i);
            if (made.precision < 0) {
                throw new IllegalFormatPrecisionException(Integer.MIN_VALUE);
            }
        }
        conversion(made, unit);
        check(made);
        specifiers.add(made);
        return i + 1;
    }

    private static void conversion(Specifier made, char unit) {
        made.conversion = unit;
        if (made.date) {
            return;
        }
        if ("BHSCXEGA".indexOf(unit) >= 0) {
            made.upper = true;
            made.conversion = (char) (unit + 32);
        } else if ("bhscdoxefgan%".indexOf(unit) < 0) {
            throw new UnknownFormatConversionException(String.valueOf(unit));
        }
    }

    /** The number that digits are, -1 where it is no int. */
    private int number(int start, int end) {
        long number = 0;
        for (int i = start; i < end && number <= Integer.MAX_VALUE; i++) {
            number = number * 10 + (format.charAt(i) - '0');
        }
        return number > Integer.MAX_VALUE ? -1 : (int) number;
    }

    private static String allFlags(Specifier made) {
        String text = flagsText(made.flags);
        boolean left = (made.flags & LEFT) != 0;
        return made.upper ? (left ? "-^" + text.substring(1) : "^" + text) : text;
    }

    private static String flagsText(int flags) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < FLAGS.length(); i++) {
            if ((flags & 1 << i) != 0) {
                text.append(FLAGS.charAt(i));
            }
        }
        return text.toString();
    }

    private static void bad(Specifier made, int flags, char conversion) {
        int wrong = made.flags & flags;
        if (wrong != 0 && Machine.namesAllFlags()) {
            throw new FormatFlagsConversionMismatchException(flagsText(wrong), conversion);
        }
        for (int flag = 1; flag <= PREVIOUS; flag <<= 1) {
            if ((made.flags & flags & flag) != 0) {
                throw new FormatFlagsConversionMismatchException(flagsText(flag), conversion);
            }
        }
    }

    private static void check(Specifier made) {
        if (made.date) {
            checkDate(made);
            return;
        }
        switch (made.conversion) {
            case 'd':
            case 'o':
            case 'x':
                checkInteger(made);
                break;
            case 'e':
            case 'f':
            case 'g':
            case 'a':
                checkFloat(made);
                break;
            case 'c':
                if (made.precision != -1) {
                    throw new IllegalFormatPrecisionException(made.precision);
                }
                bad(made, ALTERNATE | PLUS | SPACE | ZERO | GROUP | PARENTHESES, 'c');
                checkWidth(made);
                break;
            case '%':
            case 'n':
                checkText(made);
                break;
            default:
                if (made.conversion == 'b' || made.conversion == 'h') {
                    bad(made, ALTERNATE, made.conversion);
                }
                checkWidth(made);
                bad(made, PLUS | SPACE | ZERO | GROUP | PARENTHESES, made.conversion);
        }
    }

    private static void checkWidth(Specifier made) {
        if ((made.flags & LEFT) != 0 && made.width == -1) {
            throw new MissingFormatWidthException(written(made));
        }
    }

    private static String written(Specifier made) {
        StringBuilder text = new StringBuilder("%");
        text.append(flagsText(made.flags));
        if (made.index > 0) {
            text.append(made.index).append('$');
        }
        if (made.width != -1) {
            text.append(made.width);
        }
        if (made.precision != -1) {
            text.append('.').append(made.precision);
        }
        return text.append(made.upper ? (char) (made.conversion - 32) : made.conversion).toString();
    }

    private static void checkDate(Specifier made) {
        if (made.precision != -1) {
            throw new IllegalFormatPrecisionException(made.precision);
        }
        if (DATES.indexOf(made.conversion) < 0) {
            throw new UnknownFormatConversionException("t" + made.conversion);
        }
        bad(made, ALTERNATE | PLUS | SPACE | ZERO | GROUP | PARENTHESES, made.conversion);
        checkWidth(made);
    }

    private static void checkFloat(Specifier made) {
        checkNumber(made);
        switch (made.conversion) {
            case 'a':
                if (!Machine.namesAllFlags()) {
                    bad(made, PARENTHESES, 'a');
                }
                bad(made, PARENTHESES | GROUP, 'a');
                break;
            case 'e':
                bad(made, GROUP, 'e');
                break;
            case 'g':
                bad(made, ALTERNATE, 'g');
                break;
            default:
        }
    }

    private static void checkNumber(Specifier made) {
        if ((made.flags & (LEFT | ZERO)) != 0 && made.width == -1) {
            throw new MissingFormatWidthException(written(made));
        }
        boolean signed = (made.flags & (PLUS | SPACE)) == (PLUS | SPACE);
        if (signed || (made.flags & (LEFT | ZERO)) == (LEFT | ZERO)) {
            throw new IllegalFormatFlagsException(allFlags(made));
        }
    }

    private static void checkInteger(Specifier made) {
        checkNumber(made);
        if (made.precision != -1) {
            throw new IllegalFormatPrecisionException(made.precision);
        }
        if (made.conversion == 'd') {
            bad(made, ALTERNATE, 'd');
        } else if (made.conversion == 'o') {
            bad(made, GROUP, 'o');
        } else {
            bad(made, GROUP, 'x');
        }
    }

    private static void checkText(Specifier made) {
        if (made.precision != -1) {
            throw new IllegalFormatPrecisionException(made.precision);
        }
        if (made.conversion == '%') {
            if (made.flags != LEFT && made.flags != 0) {
                throw new IllegalFormatFlagsException(allFlags(made));
            }
            checkWidth(made);
        } else {
            if (made.width != -1) {
                throw new IllegalFormatWidthException(made.width);
            }
            if (made.flags != 0) {
                throw new IllegalFormatFlagsException(allFlags(made));
            }
        }
    }

    // -- printing ------------------------------------------------------------------------------------------------

    private void print() {
        int last = -1;
        int ordinary = -1;
        for (int i = 0; i < specifiers.size(); i++) {
            Specifier each = specifiers.get(i);
            if (each.text != null) {
                result.append(each.text);
                continue;
            }
            if (each.conversion == 'n' && !each.date) {
                result.append('\n');
                continue;
            }
            if (each.conversion == '%' && !each.date) {
                pad("%", each.flags, each.width);
                continue;
            }
            if (each.index == -1) {
                if (last < 0 || arguments != null && last > arguments.length - 1) {
                    throw new MissingFormatArgumentException(written(each));
                }
            } else if (each.index == 0) {
                ordinary++;
                last = ordinary;
            } else {
                last = each.index - 1;
            }
            if (arguments != null && last > arguments.length - 1) {
                throw new MissingFormatArgumentException(written(each));
            }
            print(each, arguments == null ? null : arguments[last]);
        }
    }

    private void print(Specifier each, Object argument) {
        if (each.date || "efga".indexOf(each.conversion) >= 0) {
            printByJdk(each, argument);
            return;
        }
        switch (each.conversion) {
            case 'd':
            case 'o':
            case 'x':
                integer(each, argument);
                return;
            case 'c':
                character(each, argument);
                return;
            case 'b':
                text(each, argument instanceof Boolean ? argument.toString() : argument == null ? "false" : "true");
                return;
            case 'h':
                text(each, argument == null ? "null" : Integer.toHexString(argument.hashCode()));
                return;
            default:
                if (argument instanceof Formattable) {
                    Machine.unsupported("String.format of a Formattable");
                }
                if ((each.flags & ALTERNATE) != 0) {
                    throw new FormatFlagsConversionMismatchException("#", 's');
                }
                text(each, argument == null ? "null" : argument.toString());
        }
    }

    private void printByJdk(Specifier each, Object argument) {
        if (argument == null) {
            text(each, "null");
            return;
        }
        boolean fits = each.date
                ? argument instanceof Long
                        || argument instanceof java.util.Date
                        || argument instanceof java.util.Calendar
                        || argument instanceof java.time.temporal.TemporalAccessor
                : argument instanceof Double
                        || argument instanceof Float
                        || argument instanceof java.math.BigDecimal && each.conversion != 'a';
        if (!fits) {
            throw new IllegalFormatConversionException(each.conversion, argument.getClass());
        }
        result.append(Machine.format(asked(each), new Object[] {argument}));
    }

    /** The specifier for the JDK to print one argument with. */
    private static String asked(Specifier each) {
        StringBuilder text = new StringBuilder("%").append(flagsText(each.flags & ~PREVIOUS));
        if (each.width != -1) {
            text.append(each.width);
        }
        if (each.precision != -1) {
            text.append('.').append(each.precision);
        }
        if (each.date) {
            return text.append(each.upper ? 'T' : 't').append(each.conversion).toString();
        }
        return text.append(each.upper ? (char) (each.conversion - 32) : each.conversion).toString();
    }

    private void text(Specifier each, String text) {
        String shown = text;
        if (each.precision != -1 && each.precision < shown.length()) {
            shown = shown.substring(0, each.precision);
        }
        pad(each.upper ? shown.toUpperCase() : shown, each.flags, each.width);
    }

    private void pad(String text, int flags, int width) {
        if (width <= 0) {
            result.append(text);
        } else {
            result.append(Machine.pad(text, ' ', width, (flags & LEFT) != 0));
        }
    }

    private void character(Specifier each, Object argument) {
        if (argument == null) {
            text(each, "null");
            return;
        }
        String text = null;
        if (argument instanceof Character) {
            text = argument.toString();
        } else if (argument instanceof Byte || argument instanceof Short || argument instanceof Integer) {
            int point = ((Number) argument).intValue();
            if (!Character.isValidCodePoint(point)) {
                throw new IllegalFormatCodePointException(point);
            }
            text = Character.toString(point);
        } else {
            throw new IllegalFormatConversionException(each.conversion, argument.getClass());
        }
        text(each, text);
    }

    private void integer(Specifier each, Object argument) {
        if (argument == null) {
            text(each, "null");
            return;
        }
        if (argument instanceof Integer
                || argument instanceof Long
                || argument instanceof Short
                || argument instanceof Byte) {
            if (each.conversion == 'd') {
                decimal(each, ((Number) argument).longValue());
            } else {
                unsigned(each, argument);
            }
        } else if (argument instanceof java.math.BigInteger) {
            result.append(Machine.format(asked(each), new Object[] {argument}));
        } else {
            throw new IllegalFormatConversionException(each.conversion, argument.getClass());
        }
    }

    private void decimal(Specifier each, long value) {
        String digits = Long.toString(value);
        boolean negative = value < 0;
        if (negative) {
            digits = digits.substring(1);
        }
        String before = "";
        String after = "";
        if (negative) {
            boolean parentheses = (each.flags & PARENTHESES) != 0;
            before = parentheses ? "(" : "-";
            after = parentheses ? ")" : "";
        } else if ((each.flags & PLUS) != 0) {
            before = "+";
        } else if ((each.flags & SPACE) != 0) {
            before = " ";
        }
        if ((each.flags & GROUP) != 0) {
            digits = grouped(digits);
        }
        if ((each.flags & ZERO) != 0) {
            int width = each.width;
            if (negative && (each.flags & PARENTHESES) != 0) {
                width--;
            }
            digits = Machine.pad(digits, '0', width - before.length(), false);
        }
        pad(before.concat(digits).concat(after), each.flags, each.width);
    }

    private static String grouped(String digits) {
        int length = Machine.pick(digits.length());
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            if (i > 0 && (length - i) % 3 == 0) {
                text.append(',');
            }
            text.append(digits.charAt(i));
        }
        return text.toString();
    }

    private void unsigned(Specifier each, Object argument) {
        if (!Machine.namesAllFlags()) {
            bad(each, PARENTHESES, each.conversion);
            bad(each, SPACE, each.conversion);
        }
        bad(each, PARENTHESES | SPACE | PLUS, each.conversion);
        long value = ((Number) argument).longValue();
        if (value < 0) {
            if (argument instanceof Integer) {
                value &= 0xFFFFFFFFL;
            } else if (argument instanceof Short) {
                value &= 0xFFFFL;
            } else if (argument instanceof Byte) {
                value &= 0xFFL;
            }
        }
        boolean octal = each.conversion == 'o';
        String digits = octal ? Long.toOctalString(value) : Long.toHexString(value);
        String before = (each.flags & ALTERNATE) == 0 ? "" : octal ? "0" : "0x";
        if (each.upper) {
            digits = digits.toUpperCase();
            before = before.toUpperCase();
        }
        if ((each.flags & ZERO) != 0) {
            digits = Machine.pad(digits, '0', each.width - before.length(), false);
        }
        pad(before.concat(digits), each.flags, each.width);
    }
}
