package everypath.library;

import java.io.PrintWriter;
import java.lang.reflect.Method;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/**
 * Prints the character tables of the JDK that runs it, one line each: the name and, for every place where the value
 * changes, the first code point and the value from there on.
 */
final class Unicode {
    private static final String[] LATER = {
        "isEmoji", "isEmojiPresentation", "isEmojiModifier", "isEmojiModifierBase", "isEmojiComponent",
        "isExtendedPictographic"
    };
    private static final int LAST = 0x10FFFF;

    private final PrintWriter out;

    private Unicode(PrintWriter out) {
        this.out = out;
    }

    public static void main(String[] arguments) throws ReflectiveOperationException {
        try (PrintWriter out = new PrintWriter(System.out)) {
            new Unicode(out).write();
        }
    }

    private void write() throws ReflectiveOperationException {
        test("isDigit", Character::isDigit);
        test("isLetter", Character::isLetter);
        test("isLetterOrDigit", Character::isLetterOrDigit);
        test("isAlphabetic", Character::isAlphabetic);
        test("isUpperCase", Character::isUpperCase);
        test("isLowerCase", Character::isLowerCase);
        test("isTitleCase", Character::isTitleCase);
        test("isWhitespace", Character::isWhitespace);
        test("isSpaceChar", Character::isSpaceChar);
        test("isISOControl", Character::isISOControl);
        test("isJavaIdentifierStart", Character::isJavaIdentifierStart);
        test("isJavaIdentifierPart", Character::isJavaIdentifierPart);
        test("isUnicodeIdentifierStart", Character::isUnicodeIdentifierStart);
        test("isUnicodeIdentifierPart", Character::isUnicodeIdentifierPart);
        test("isIdentifierIgnorable", Character::isIdentifierIgnorable);
        test("isMirrored", Character::isMirrored);
        test("isDefined", Character::isDefined);
        test("isIdeographic", Character::isIdeographic);
        for (String name : LATER) {
            later(name);
        }
        line("toLowerCase", point -> Character.toLowerCase(point) - point);
        line("toUpperCase", point -> Character.toUpperCase(point) - point);
        line("toTitleCase", point -> Character.toTitleCase(point) - point);
        line("fold", point -> Character.toLowerCase(Character.toUpperCase(point)) - point);
        line("getType", Character::getType);
        line("getNumericValue", Character::getNumericValue);
        line("getDirectionality", Character::getDirectionality);
        line("digit", point -> Character.digit(point, Character.MAX_RADIX));
        String[] upper = new String[LAST + 1];
        for (int point = 0; point <= LAST; point++) {
            upper[point] = upper(point);
        }
        test("isSpecialUpper", point -> isSurrogate(point) || !upper[point].isEmpty());
        test("isSpecialLower", point -> isSurrogate(point) || point == '\u0130' || point == '\u03A3');
        line("upper.length", point -> Math.max(upper[point].length(), 1));
        for (int unit = 0; unit < 3; unit++) {
            int at = unit;
            line("upper." + at, point -> at < upper[point].length() ? upper[point].charAt(at) : 0);
        }
    }

    private static boolean isSurrogate(int point) {
        return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    }

    private void test(String name, IntPredicate holds) {
        line(name, point -> holds.test(point) ? 1 : 0);
    }

    /** A test that only newer JDKs have. */
    private void later(String name) throws ReflectiveOperationException {
        Method method;
        try {
            method = Character.class.getMethod(name, int.class);
        } catch (NoSuchMethodException e) {
            return;
        }
        boolean[] members = new boolean[LAST + 1];
        for (int point = 0; point <= LAST; point++) {
            members[point] = (Boolean) method.invoke(null, point);
        }
        test(name, point -> members[point]);
    }

    /** The upper case that a string gives a code point, where it is not that of the character alone. */
    private static String upper(int point) {
        if (isSurrogate(point) || !Character.isDefined(point)) {
            return "";
        }
        String changed = Character.toString(point).toUpperCase(Locale.ROOT);
        return changed.codePointCount(0, changed.length()) == 1 ? "" : changed;
    }

    private void line(String name, IntUnaryOperator function) {
        out.print(name);
        int last = 0;
        for (int point = 0; point <= LAST; point++) {
            int value = function.applyAsInt(point);
            if (point == 0 || value != last) {
                out.print(" " + point + " " + value);
            }
            last = value;
        }
        out.println();
    }
}
