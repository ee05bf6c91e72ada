package domain;

import java.util.ArrayList;
import java.util.Objects;

/** Equal strings of any length, and comparisons with one class. */
public final class Texts {
    private Texts() {
    }

    static class Base {
    }

    static final class Derived extends Base {
    }

    static int three(String a, String b, String c) {
        if (a.equals(b)) {
            return b.equals(c) ? 1 : 2;
        }
        return b.equals(c) ? 3 : a.equals(c) ? 4 : 5;
    }

    static boolean both(String a, String b) {
        return Objects.equals(a, b);
    }

    static boolean either(String a, String b, String c) {
        return a.equals(b) || a.equals(c) || b.equals(c);
    }

    static int odd(String a, String b) {
        if (a.equals(b) && a.length() != b.length()) {
            return 1;
        }
        return a.equals(b) && a.length() > 3 && b.charAt(2) == 'x' ? 2 : 3;
    }

    static boolean identical(String a, String b) {
        return a == b;
    }

    static boolean swapped(String a, String b) {
        return a.equals(b) != b.equals(a);
    }

    /** An array of chars is no string. */
    static boolean spelled(char[] letters, String text) {
        return new String(letters).equals(text);
    }

    static boolean isDerived(Object it) {
        return it.getClass() == Derived.class;
    }

    /** Others extend these classes. */
    static boolean isBase(Object it) {
        return it.getClass() == Base.class;
    }

    static boolean isError(Object it) {
        return it.getClass() == IllegalArgumentException.class;
    }

    static boolean isList(Object it) {
        return it.getClass() == ArrayList.class;
    }

    static boolean isArray(Object it) {
        return it.getClass() == Object[].class;
    }

    static boolean isNumbers(Object it) {
        return it.getClass() == int[].class;
    }
}
