package everypath.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Constants of a sequence that may have flowed into a comparison, and what to put in their places so that the operands
 * are alike (input-to-state correspondence, Aschermann et al., NDSS 2019).
 */
final class Operands {
    /** A constant to put in the place of the one of a statement. */
    record Replacement(int statement, Object constant) {}

    private static final int MOST = 48;
    private static final int MOST_PLACES = 4;
    private static final int LONGEST = 200;

    private final Statement[] statements;
    private final List<Replacement> likely = new ArrayList<>();
    private final List<Replacement> possible = new ArrayList<>();

    private Operands(Statement[] statements) {
        this.statements = statements;
    }

    /** The replacements for a sequence and two operands, rather likely ones first; with {@code sure} only those. */
    static List<Replacement> replacements(Sequence sequence, Object left, Object right, boolean sure) {
        Operands result = new Operands(sequence.statements());
        if (left instanceof String || right instanceof String) {
            result.texts(left, right);
        } else if (isNumber(left) && isNumber(right)) {
            result.numbers(left, right);
        } else if (left instanceof Class || right instanceof Class) {
            result.classes(left, right);
        } else if (left instanceof Enum || right instanceof Enum) {
            result.constantsOfEnums(left, right);
        }
        if (!sure) {
            result.likely.addAll(result.possible);
        }
        return result.likely.size() > MOST ? new ArrayList<>(result.likely.subList(0, MOST)) : result.likely;
    }

    private static boolean isNumber(Object value) {
        return value instanceof Number || value instanceof Character;
    }

    private void likely(int at, Object constant) {
        add(likely, at, constant);
    }

    private void possible(int at, Object constant) {
        add(possible, at, constant);
    }

    private void add(List<Replacement> list, int at, Object constant) {
        if (!constant.equals(statements[at].constant())
                && !(constant instanceof String text && text.length() > LONGEST)) {
            list.add(new Replacement(at, constant));
        }
    }

    // ---- numbers

    private void numbers(Object left, Object right) {
        boolean isReal = left instanceof Double || left instanceof Float;
        for (int i = 0; i < statements.length; i++) {
            Object constant = statements[i].constant();
            if (constant instanceof String text) {
                if (!isReal) {
                    inText(i, text, whole(left), whole(right));
                    inText(i, text, whole(right), whole(left));
                }
            } else if (isNumber(constant) && isReal) {
                real(i, constant, real(left), real(right));
            } else if (isNumber(constant)) {
                whole(i, constant, whole(left), whole(right));
            }
        }
    }

    private static long whole(Object value) {
        return value instanceof Character one ? one : ((Number) value).longValue();
    }

    private static double real(Object value) {
        return value instanceof Character one ? one : ((Number) value).doubleValue();
    }

    private void whole(int at, Object constant, long left, long right) {
        long given = whole(constant);
        if (given == left || given == right) {
            long other = given == left ? right : left;
            for (long each : new long[] {other, other + 1, other - 1}) {
                likely(at, like(constant, each));
            }
        } else {
            possible(at, like(constant, given + right - left));
            possible(at, like(constant, given + left - right));
            possible(at, like(constant, right));
            possible(at, like(constant, left));
        }
    }

    private void real(int at, Object constant, double left, double right) {
        double given = real(constant);
        if (given == left || given == right) {
            double other = given == left ? right : left;
            for (double each : new double[] {
                other, Math.nextUp(other), Math.nextDown(other), other + 1, other - 1, (float) other + 1e-3
            }) {
                likely(at, like(constant, each));
            }
        } else {
            possible(at, like(constant, right));
            possible(at, like(constant, given + right - left));
        }
    }

    /** The number as the box that a constant is. */
    private static Object like(Object constant, long value) {
        if (constant instanceof Integer) {
            return (int) value;
        } else if (constant instanceof Long) {
            return value;
        } else if (constant instanceof Character) {
            return (char) value;
        } else if (constant instanceof Short) {
            return (short) value;
        } else if (constant instanceof Byte) {
            return (byte) value;
        }
        return constant instanceof Float ? (Object) (float) value : (Object) (double) value;
    }

    /** The number as the box that a constant is. */
    static Object like(Object constant, double value) {
        if (constant instanceof Double) {
            return value;
        }
        return constant instanceof Float ? (Object) (float) value : like(constant, (long) value);
    }

    /** One number came from a text as one of its characters, its length, or its digits; the other is wanted there. */
    private void inText(int at, String text, long found, long wanted) {
        if (found == -1 && wanted >= ' ' && wanted <= Character.MAX_VALUE) {
            likely(at, text + (char) wanted);
        }
        if (found >= 0 && found <= Character.MAX_VALUE && wanted >= 0 && wanted <= Character.MAX_VALUE) {
            int place = text.indexOf((char) found);
            for (int left = MOST_PLACES; left > 0 && place >= 0; left--) {
                likely(at, text.substring(0, place) + (char) wanted + text.substring(place + 1));
                place = text.indexOf((char) found, place + 1);
            }
        }
        if (found == text.length() && wanted >= 0 && wanted < LONGEST) {
            likely(at, resized(text, (int) wanted));
            likely(at, resized(text, (int) wanted + 1));
        }
        String digits = Long.toString(found);
        int place = text.indexOf(digits);
        if (place >= 0) {
            possible(at, text.substring(0, place) + wanted + text.substring(place + digits.length()));
        }
    }

    private static String resized(String text, int length) {
        if (length <= text.length()) {
            return text.substring(0, length);
        }
        return text + (text.isEmpty() ? "a" : text.substring(text.length() - 1)).repeat(length - text.length());
    }

    // ---- classes and constants of enums

    private void classes(Object left, Object right) {
        for (int i = 0; i < statements.length; i++) {
            Object constant = statements[i].constant();
            if (constant instanceof Class) {
                for (Object each : new Object[] {right, left}) {
                    boolean found = constant.equals(each == right ? left : right);
                    if (each instanceof Class && found) {
                        likely(i, each);
                    } else if (each instanceof Class) {
                        possible(i, each);
                    }
                }
            }
        }
    }

    private void constantsOfEnums(Object left, Object right) {
        for (int i = 0; i < statements.length; i++) {
            Operation made = statements[i].operation();
            for (Object each : new Object[] {right, left}) {
                if (made != null && each instanceof Enum<?> one && made.result.raw() == one.getDeclaringClass()) {
                    Object other = each == right ? left : right;
                    boolean found = other instanceof Enum<?> named && made.name.equals(named.name());
                    if (found) {
                        likely(i, one);
                    } else if (!made.name.equals(one.name())) {
                        possible(i, one);
                    }
                }
            }
        }
    }

    // ---- texts

    private void texts(Object left, Object right) {
        for (int i = 0; i < statements.length; i++) {
            if (statements[i].constant() instanceof String text) {
                if (left instanceof String one && right instanceof String other) {
                    replaced(i, text, one, other);
                    replaced(i, text, other, one);
                }
                for (Object each : new Object[] {right, left}) {
                    if (each instanceof String other) {
                        possible(i, other);
                        possible(i, other + text);
                        possible(i, text + other);
                    }
                }
            } else if (statements[i].constant() instanceof Character) {
                for (Object each : new Object[] {right, left}) {
                    if (each instanceof String other && other.length() == 1) {
                        possible(i, other.charAt(0));
                    }
                }
            }
        }
    }

    /** Puts one text in the place of another one, where a text has that. */
    private void replaced(int at, String text, String found, String wanted) {
        if (found.isEmpty()) {
            return;
        }
        int place = text.indexOf(found);
        if (place < 0) {
            place = text.toLowerCase(Locale.ROOT).indexOf(found.toLowerCase(Locale.ROOT));
        }
        if (place >= 0 && place + found.length() <= text.length()) {
            likely(at, text.substring(0, place) + wanted + text.substring(place + found.length()));
        }
    }
}
