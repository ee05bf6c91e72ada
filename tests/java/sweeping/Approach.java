package sweeping;

import java.util.HashMap;
import java.util.Map;

/** Sides of decisions that are far away, but from which one sees how far. No constant names what they ask for. */
public class Approach {
    private static final Map<String, Integer> PRICES = new HashMap<>();

    static {
        for (int i = 0; i < 5; i++) {
            PRICES.put(word(11 * i + 5, 6), 10 * i);
        }
    }

    private int count;
    private int place;
    private int state;

    /** A text of so many letters that no constant holds. */
    private static String word(int seed, int length) {
        StringBuilder result = new StringBuilder();
        int value = seed;
        for (int i = 0; i < length; i++) {
            value = value * 31 + 17 & 0xffff;
            result.append((char) ('a' + value % 26));
        }
        return result.toString();
    }

    /** A counter that needs nine calls. */
    public boolean press() {
        count++;
        return count == 9;
    }

    /** An automaton that is fed character by character. */
    public boolean feed(char next) {
        String wanted = word(3, 4);
        if (state < wanted.length() && next == wanted.charAt(state)) {
            state++;
        } else {
            state = 0;
        }
        return state == wanted.length();
    }

    /** Twenty steps to the right, and none beyond. */
    public void move(boolean right) {
        place += right ? 1 : -1;
        if (place < 0) {
            place = 0;
        }
    }

    public String arrived() {
        if (place == 20) {
            return "there";
        }
        return place > 20 ? "beyond" : "short";
    }

    /** A state that a chain of immutable objects reaches. */
    public static final class Climber {
        private final int height;

        private Climber(int height) {
            this.height = height;
        }

        public static Climber start() {
            return new Climber(0);
        }

        public Climber up() {
            return new Climber(height + 1);
        }

        public boolean isAtTop() {
            return height == 20;
        }
    }

    public static int texts(String name) {
        if (name.equals(word(1, 7))) {
            return 1;
        } else if (name.startsWith(word(2, 5))) {
            return 2;
        } else if (name.endsWith(word(4, 5))) {
            return 3;
        } else if (name.contains(word(6, 5))) {
            return 4;
        } else if (name.equalsIgnoreCase(word(7, 6))) {
            return 5;
        } else if (name.indexOf(word(8, 4)) >= 2) {
            return 6;
        }
        return name.length() == 57 ? 7 : 0;
    }

    public static int price(String name) {
        Integer price = PRICES.get(name);
        if (price == null) {
            return -1;
        }
        return price == 30 ? 1 : 0;
    }

    public static boolean isSold(String name) {
        return PRICES.containsKey(name);
    }

    /** A text that is read character by character. */
    public static int parse(String text) {
        int at = 0;
        for (char each : word(9, 5).toCharArray()) {
            if (at == text.length()) {
                return -1;
            } else if (text.charAt(at++) != each) {
                return at;
            }
        }
        return at < text.length() ? 0 : 100;
    }

    public static int numbers(int whole, long wide, double real) {
        int bound = word(12, 3).hashCode();
        int result = whole == bound ? 1 : 0;
        if (wide * 2 + 1 == bound * 1_000_003L + (bound & 1 ^ 1)) {
            result += 2;
        }
        if (real > bound / 7.0 && real < bound / 7.0 + 0.5) {
            result += 4;
        }
        switch (whole - bound) {
            case 13:
                return result + 8;
            case 1300:
                return result + 16;
            default:
                return result;
        }
    }

    public static int commands(String first, String second) {
        switch (first) {
            case "alpha":
                switch (second) {
                    case "one":
                        return 1;
                    case "two":
                        return 2;
                    default:
                        return 3;
                }
            case "beta":
                return second.equals(first + word(13, 3)) ? 4 : 5;
            default:
                return 6;
        }
    }

    /** What a decision about objects may ask for. */
    public enum Colour { RED, GREEN, BLUE, WHITE, BLACK, GREY, BROWN, PINK }

    /** Of these there are more. */
    public record Named(Object value) {}

    public static int objects(Object given, Class<?> type, Colour colour) {
        int result = given instanceof Named ? 1 : 0;
        if (given instanceof Named named && named.value() instanceof Settings) {
            result += 2;
        }
        if (type == Climber.class && colour == Colour.PINK) {
            result += 4;
        }
        return result;
    }

    /** Five settings, each of which must be right. */
    public static final class Settings {
        private int width;
        private int depth;
        private String name = "";
        private char mark;
        private boolean closed;

        public Settings width(int given) {
            width = given;
            return this;
        }

        public Settings depth(int given) {
            depth = given;
            return this;
        }

        public Settings name(String given) {
            name = given;
            return this;
        }

        public Settings mark(char given) {
            mark = given;
            return this;
        }

        public Settings closed() {
            closed = true;
            return this;
        }

        public boolean fit() {
            if (width != word(14, 2).hashCode()) {
                return false;
            } else if (depth != width + 77) {
                return false;
            } else if (!word(15, 5).equals(name)) {
                return false;
            } else if (mark != word(16, 1).charAt(0)) {
                return false;
            }
            return closed;
        }
    }
}
