package everypath.sweep;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Constants to call with: boundary values, constants of the class at hand, texts that were useful, variations. */
final class Literals {
    private static final String[] TEXTS = {
        "", "a", "b", "A", "-a", "--a", "--abc=d", "-", "--", "{}", "[]", "{\"a\":1}", "[1,2]", "[\"a\",null,true]",
        "null", "true", "false", "1", "-1.5e3", "0x1F", "\"x\"", "{\"a\":{\"b\":[{}]}}", "a,b;c", "a.b.c", "a b", " ",
        "\t\n", "2020-01-02", "2020-01-02T03:04:05Z", "12:30", "<a>", "${a}", "%s", "\u00e9", "http://a/b?c=d",
        "java.lang.String", "abcdefghij", "1,2,3", "key=value", "(a)", "[a-z]+", "UTF-8", "en_US"
    };
    private static final String CHARACTERS = "aZ09 -_.,:;{}[]()\"'\\/+eE\n\u00e9";
    private static final int[] INTEGERS = {
        0, 1, -1, 2, 3, 5, 8, 10, 16, 64, 100, 255, 1000, Integer.MAX_VALUE, Integer.MIN_VALUE
    };
    private static final double[] DOUBLES = {0, 1, -1, 0.5, 1e10, Double.NaN, Double.POSITIVE_INFINITY, -0.0};
    private static final int MOST_RETURNED = 2000;
    private static final int MOST_USEFUL = 5000;
    private static final int LONGEST = 200;

    private final RandomSource random;
    private final List<String> ofAll = new ArrayList<>();
    private final Map<Integer, String> byHash = new HashMap<>();
    private final List<String> compared = new ArrayList<>();
    private final List<String> returned = new ArrayList<>();
    private final List<String> useful = new ArrayList<>();
    private TargetClasses.Constants subject = TargetClasses.Constants.NONE;

    Literals(RandomSource random) {
        this.random = random;
    }

    /** The class at hand: its constants are used more often. */
    void use(TargetClasses.Constants constants) {
        subject = constants;
    }

    /** Takes note of the constants of a class. */
    void add(TargetClasses.Constants constants) {
        for (Object each : constants.texts()) {
            ofAll.add((String) each);
            byHash.put(each.hashCode(), (String) each);
        }
    }

    /** Takes note of a text that a call returned. */
    void returned(String text) {
        if (text.length() > LONGEST) {
            return;
        }
        if (returned.size() < MOST_RETURNED) {
            returned.add(text);
        } else {
            returned.set(random.below(MOST_RETURNED), text);
        }
    }

    /** Takes note of a text with which a goal was passed for the first time. */
    void useful(String text) {
        if (text.length() <= LONGEST && useful.size() < MOST_USEFUL) {
            useful.add(text);
        }
    }

    String text() {
        int choice = random.below(20);
        if (choice < 5 && !useful.isEmpty()) {
            String text = useful.get(random.below(useful.size()));
            return choice < 2 ? text : varied(text);
        } else if (choice < 9 && subject.texts().length > 0) {
            String text = (String) subject.texts()[random.below(subject.texts().length)];
            return choice == 8 ? varied(text) : text;
        } else if (choice < 11 && subject.characters().length > 0) {
            return composed();
        } else if (choice == 11 && !ofAll.isEmpty()) {
            return ofAll.get(random.below(ofAll.size()));
        } else if (choice == 12) {
            StringBuilder nested = new StringBuilder();
            nested(nested, 0);
            return nested.toString();
        } else if (choice == 13 && !returned.isEmpty()) {
            String text = returned.get(random.below(returned.size()));
            return random.oneIn(3) ? varied(text) : text;
        }
        if (choice == 14 && !compared.isEmpty()) {
            return compared.get(random.below(compared.size()));
        }
        String text = TEXTS[random.below(TEXTS.length)];
        return choice < 18 ? text : varied(text);
    }

    /** A text with brackets, quotes and numbers, as many formats have them. */
    private void nested(StringBuilder out, int depth) {
        switch (random.below(depth > 2 ? 4 : 7)) {
            case 0:
                out.append(integer());
                break;
            case 1:
                out.append(random.oneIn(3) ? "null" : random.coin() ? "true" : "1.5");
                break;
            case 2, 3:
                quoted(out);
                break;
            case 4:
                out.append('[');
                for (int left = random.below(4); left > 0; left--) {
                    nested(out, depth + 1);
                    out.append(left > 1 ? "," : "");
                }
                out.append(']');
                break;
            default:
                out.append('{');
                for (int left = random.below(4); left > 0; left--) {
                    quoted(out);
                    nested(out.append(':'), depth + 1);
                    out.append(left > 1 ? "," : "");
                }
                out.append('}');
                break;
        }
    }

    private void quoted(StringBuilder out) {
        Object text = subject.texts().length > 0 && random.coin()
                ? subject.texts()[random.below(subject.texts().length)]
                : TEXTS[random.below(TEXTS.length)];
        out.append('"').append(((String) text).replace("\\", "").replace("\"", "")).append('"');
    }

    /** A text of characters that the class at hand compares with. */
    private String composed() {
        StringBuilder result = new StringBuilder();
        for (int left = 1 + random.below(8); left > 0; left--) {
            result.append(random.oneIn(3) ? "ab19 AZ_".charAt(random.below(8)) : ownCharacter());
        }
        return result.toString();
    }

    private char ownCharacter() {
        return subject.characters()[random.below(subject.characters().length)];
    }

    /** A text of the constants with this hash code, null where there is none. */
    String ofHash(int hash) {
        return byHash.get(hash);
    }

    /** Takes note of a text that another one was compared with. */
    void compared(String text) {
        if (text.length() > LONGEST) {
            return;
        }
        if (compared.size() < MOST_RETURNED) {
            compared.add(text);
        } else {
            compared.set(random.below(MOST_RETURNED), text);
        }
    }

    /** A text with one character put in, left out, replaced or doubled. */
    String edited(String text) {
        if (text.isEmpty()) {
            return String.valueOf(character());
        } else if (text.length() > LONGEST) {
            return text.substring(0, random.below(LONGEST));
        }
        int at = random.below(text.length());
        switch (random.below(5)) {
            case 0:
                return text.substring(0, at) + text.substring(at + 1);
            case 1:
                return text.substring(0, at) + character() + text.substring(at + 1);
            case 2:
                return text + character();
            case 3:
                return text.substring(0, at) + text.substring(at, at + 1 + random.below(text.length() - at))
                        + text.substring(at);
            default:
                return text.substring(0, at) + character() + text.substring(at);
        }
    }

    /** A text with a small change. */
    String varied(String text) {
        if (text.length() > LONGEST) {
            return text.substring(0, random.below(20));
        }
        int at = random.below(text.length() + 1);
        switch (random.below(6)) {
            case 0:
                return text.substring(0, at);
            case 1:
                return text.substring(at);
            case 2:
                return text + TEXTS[random.below(TEXTS.length)];
            case 3:
                return TEXTS[random.below(TEXTS.length)] + text;
            case 4:
                return text.substring(0, at) + character() + text.substring(at);
            default:
                return at == text.length() ? text : text.substring(0, at) + character() + text.substring(at + 1);
        }
    }

    private char character() {
        if (subject.characters().length > 0 && random.coin()) {
            return ownCharacter();
        }
        return CHARACTERS.charAt(random.below(CHARACTERS.length()));
    }

    private Number ownNumber() {
        return subject.numbers().length > 0 && random.coin()
                ? subject.numbers()[random.below(subject.numbers().length)]
                : null;
    }

    private long integer() {
        Number own = ownNumber();
        if (own != null) {
            return own.longValue() + (random.oneIn(4) ? random.below(3) - 1 : 0);
        }
        return random.oneIn(4) ? random.below(21) - 5 : INTEGERS[random.below(INTEGERS.length)];
    }

    private double real() {
        Number own = ownNumber();
        return own != null ? own.doubleValue() : DOUBLES[random.below(DOUBLES.length)];
    }

    /** A small number of type {@code int} or {@code long}. */
    Object small(Class<?> type) {
        int value = random.below(21) - 5;
        return type == int.class ? (Object) value : (Object) (long) value;
    }

    /** A value of a primitive type, as its box. */
    Object primitive(Class<?> type) {
        if (type == int.class) {
            return (int) integer();
        } else if (type == boolean.class) {
            return random.coin();
        } else if (type == char.class) {
            return random.oneIn(3) ? (char) integer() : character();
        } else if (type == long.class) {
            return random.oneIn(8) ? random.nextLong() : integer();
        } else if (type == byte.class) {
            return (byte) integer();
        } else if (type == short.class) {
            return (short) integer();
        }
        return type == float.class ? (Object) (float) real() : (Object) real();
    }

    /** A constant like another one. */
    Object varied(Object constant) {
        if (constant instanceof String text) {
            return random.oneIn(3) ? text() : varied(text);
        } else if (constant instanceof Boolean flag) {
            return !flag;
        } else if (constant instanceof Integer number && random.coin()) {
            return number + (random.coin() ? 1 : -1);
        }
        Class<?> type = constant == null ? null : primitiveOf(constant.getClass());
        return type == null ? constant : primitive(type);
    }

    /** The primitive type of a box, null where it is none. */
    static Class<?> primitiveOf(Class<?> box) {
        for (int i = 0; i < BOXES.length; i++) {
            if (BOXES[i] == box) {
                return PRIMITIVES[i];
            }
        }
        return null;
    }

    /** The box of a primitive type. */
    static Class<?> boxOf(Class<?> primitive) {
        for (int i = 0; i < BOXES.length; i++) {
            if (PRIMITIVES[i] == primitive) {
                return BOXES[i];
            }
        }
        throw new IllegalArgumentException(primitive.getName());
    }

    private static final Class<?>[] BOXES = {
        Integer.class, Boolean.class, Long.class, Double.class, Character.class, Byte.class, Short.class, Float.class
    };
    private static final Class<?>[] PRIMITIVES = {
        int.class, boolean.class, long.class, double.class, char.class, byte.class, short.class, float.class
    };

    /** Zero of a primitive type, null of {@code void}. */
    static Object zero(Class<?> type) {
        if (type == int.class) {
            return 0;
        } else if (type == boolean.class) {
            return false;
        } else if (type == long.class) {
            return 0L;
        } else if (type == double.class) {
            return 0.0;
        } else if (type == char.class) {
            return '\0';
        } else if (type == byte.class) {
            return (byte) 0;
        } else if (type == short.class) {
            return (short) 0;
        }
        return type == float.class ? 0.0f : null;
    }
}
