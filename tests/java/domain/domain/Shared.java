package domain;

import java.util.ArrayDeque;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Static state: what calls change, and what stays as it was made. */
public class Shared {
    private static final ArrayDeque<String> POOL = new ArrayDeque<>();
    private static final Pattern DIGITS = Pattern.compile("[0-9]+");
    private static final Point ORIGIN = new Point(0, 0);
    private static final Cell CELL = new Cell();
    private static int calls;
    static int count;

    /** All of it is final. */
    record Point(int x, int y) {}

    private static final class Cell {
        int value;
    }

    enum Plain {
        ONE,
        TWO {
            @Override
            int more() {
                return 2;
            }
        };

        int more() {
            return 1;
        }
    }

    enum Counting {
        ONLY;

        private int times;
    }

    static class Registry {
        static Supplier<String> names;
    }

    public static String take() {
        return POOL.isEmpty() ? "none" : POOL.pop();
    }

    public static void give(String text) {
        POOL.push(text);
    }

    public static int next() {
        if (count > 2) {
            return -1;
        }
        return count++;
    }

    public static int calls() {
        return ++calls;
    }

    public static boolean reset() {
        CELL.value = 0;
        return CELL.value == 0;
    }

    public static int constants(int number) {
        return number == ORIGIN.x() && DIGITS != null ? Plain.TWO.more() : Plain.ONE.more();
    }

    public static boolean counted() {
        return Counting.ONLY.times > 0;
    }

    public static boolean isNamed() {
        return Registry.names != null;
    }
}
