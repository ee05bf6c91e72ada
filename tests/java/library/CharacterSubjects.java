/** Properties and conversions of chars. */
class CharacterSubjects {
    static boolean digit(char c) { return Character.isDigit(c); }
    static boolean letter(char c) { return Character.isLetter(c); }
    static boolean letterOrDigit(char c) { return Character.isLetterOrDigit(c); }
    static boolean alphabetic(int c) { return Character.isAlphabetic(c); }
    static boolean upper(char c) { return Character.isUpperCase(c); }
    static boolean lower(char c) { return Character.isLowerCase(c); }
    static boolean title(char c) { return Character.isTitleCase(c); }
    static boolean white(char c) { return Character.isWhitespace(c); }
    static boolean space(char c) { return Character.isSpaceChar(c); }
    static boolean control(char c) { return Character.isISOControl(c); }
    static boolean start(char c) { return Character.isJavaIdentifierStart(c); }
    static boolean part(char c) { return Character.isJavaIdentifierPart(c); }
    static boolean unicodeStart(char c) { return Character.isUnicodeIdentifierStart(c); }
    static boolean unicodePart(char c) { return Character.isUnicodeIdentifierPart(c); }
    static boolean ignorable(char c) { return Character.isIdentifierIgnorable(c); }
    static boolean mirrored(char c) { return Character.isMirrored(c); }
    static boolean defined(char c) { return Character.isDefined(c); }
    static boolean ideographic(int c) { return Character.isIdeographic(c); }
    static char toUpper(char c) { return Character.toUpperCase(c); }
    static char toLower(char c) { return Character.toLowerCase(c); }
    static int toTitle(int c) { return Character.toTitleCase(c); }
    static int digitOf(char c, int radix) { return Character.digit(c, radix); }
    static int numeric(char c) { return Character.getNumericValue(c); }
    static int type(char c) { return Character.getType(c); }
    static char forDigit(int d, int radix) { return Character.forDigit(d, radix); }
    static boolean surrogate(char c) { return Character.isSurrogate(c) || Character.isHighSurrogate(c); }
    static int codePoint(char a, char b) { return Character.toCodePoint(a, b); }
    static int charCount(int c) { return Character.charCount(c); }
    static String text(char c) { return Character.toString(c) + Character.valueOf(c); }
    static int compare(char a, char b) { return Character.compare(a, b); }
}
