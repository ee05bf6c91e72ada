package com.acme.words;

/** Small things done to words. */
public final class Words {
    private Words() {
    }

    /** The word with its first letter in upper case. */
    public static String title(String word) {
        char first = word.charAt(0);
        return Character.toUpperCase(first) + word.substring(1);
    }

    /** At most {@code most} characters, with a dot where some are left out. */
    public static String shorten(String text, int most) {
        if (text == null || text.length() <= most) {
            return text;
        }
        return text.substring(0, most) + ".";
    }

    public static boolean isPalindrome(String text) {
        int left = 0;
        int right = text.length() - 1;
        while (left < right) {
            if (text.charAt(left++) != text.charAt(right--)) {
                return false;
            }
        }
        return true;
    }

    /** The counter of a ticket such as {@code T-7}. */
    public static int counter(String ticket) {
        if (!ticket.startsWith("T-")) {
            throw new IllegalArgumentException("no ticket: " + ticket);
        }
        return Character.digit(ticket.charAt(2), 10);
    }
}
