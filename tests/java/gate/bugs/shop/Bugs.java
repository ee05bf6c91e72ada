package shop;

import java.util.ArrayList;
import java.util.List;

public class Bugs {
    private final List<String> names = new ArrayList<>();
    private int[] slots = new int[2];
    private String last;

    public void add(String name) {
        names.add(name);
        slots[names.size() - 1] = names.size();
    }

    public int lastLength() {
        return last.length();
    }

    public static int divided(int a, int b) {
        return a / (b - 3);
    }

    public static int parsed(char first) {
        return Integer.parseInt("1" + first);
    }

    public static int checked(int x) throws java.io.IOException {
        if (x == 1) {
            throw new java.io.IOException("documented");
        }
        return 5 / x;
    }

    public static int deep(int n) {
        return n == 0 ? 0 : 1 + deep(n > 100 ? n : n - 1);
    }

    public static void refused(int n) {
        if (n > 3) {
            throw new AssertionError("more than \u00fc 3\n*/ \\user");
        }
    }

    public static Object stored(Object[] all, int at) {
        Object[] copy = at > 0 ? new Integer[1] : new Object[1];
        copy[0] = "text";
        return copy;
    }
}
