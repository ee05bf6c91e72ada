package everypath.probes;

import java.util.Collection;
import java.util.Map;

/**
 * The probes of decisions in watched code: those of {@link Probes}, which report the distances to sides that are wanted
 * ({@link Nearest}). What has a name ending in {@code Result} decides about the result of a call or of a comparing
 * instruction.
 */
public final class Decisions {
    private Decisions() {}

    /** {@code ifeq}. */
    public static void ifeq(int value, int id) {
        Probes.ifeq(value, id);
        if (Nearest.isAsked(id)) {
            integers(Distance.EQ, value, 0, id);
        }
    }

    /** {@code ifne}. */
    public static void ifne(int value, int id) {
        Probes.ifne(value, id);
        if (Nearest.isAsked(id)) {
            integers(Distance.NE, value, 0, id);
        }
    }

    /** {@code iflt}. */
    public static void iflt(int value, int id) {
        Probes.iflt(value, id);
        if (Nearest.isAsked(id)) {
            integers(Distance.LT, value, 0, id);
        }
    }

    /** {@code ifge}. */
    public static void ifge(int value, int id) {
        Probes.ifge(value, id);
        if (Nearest.isAsked(id)) {
            integers(Distance.GE, value, 0, id);
        }
    }

    /** {@code ifgt}. */
    public static void ifgt(int value, int id) {
        Probes.ifgt(value, id);
        if (Nearest.isAsked(id)) {
            integers(Distance.GT, value, 0, id);
        }
    }

    /** {@code ifle}. */
    public static void ifle(int value, int id) {
        Probes.ifle(value, id);
        if (Nearest.isAsked(id)) {
            integers(Distance.LE, value, 0, id);
        }
    }

    /** {@code ifeq}. */
    public static void ifeqResult(int value, int id) {
        Probes.ifeq(value, id);
        if (Nearest.isAsked(id)) {
            result(Distance.EQ, value, id);
        }
    }

    /** {@code ifne}. */
    public static void ifneResult(int value, int id) {
        Probes.ifne(value, id);
        if (Nearest.isAsked(id)) {
            result(Distance.NE, value, id);
        }
    }

    /** {@code iflt}. */
    public static void ifltResult(int value, int id) {
        Probes.iflt(value, id);
        if (Nearest.isAsked(id)) {
            result(Distance.LT, value, id);
        }
    }

    /** {@code ifge}. */
    public static void ifgeResult(int value, int id) {
        Probes.ifge(value, id);
        if (Nearest.isAsked(id)) {
            result(Distance.GE, value, id);
        }
    }

    /** {@code ifgt}. */
    public static void ifgtResult(int value, int id) {
        Probes.ifgt(value, id);
        if (Nearest.isAsked(id)) {
            result(Distance.GT, value, id);
        }
    }

    /** {@code ifle}. */
    public static void ifleResult(int value, int id) {
        Probes.ifle(value, id);
        if (Nearest.isAsked(id)) {
            result(Distance.LE, value, id);
        }
    }

    /** {@code if_icmpeq}. */
    public static void if_icmpeq(int left, int right, int id) {
        Probes.if_icmpeq(left, right, id);
        if (Nearest.isAsked(id)) {
            integers(Distance.EQ, left, right, id);
        }
    }

    /** {@code if_icmpne}. */
    public static void if_icmpne(int left, int right, int id) {
        Probes.if_icmpne(left, right, id);
        if (Nearest.isAsked(id)) {
            integers(Distance.NE, left, right, id);
        }
    }

    /** {@code if_icmplt}. */
    public static void if_icmplt(int left, int right, int id) {
        Probes.if_icmplt(left, right, id);
        if (Nearest.isAsked(id)) {
            integers(Distance.LT, left, right, id);
        }
    }

    /** {@code if_icmpge}. */
    public static void if_icmpge(int left, int right, int id) {
        Probes.if_icmpge(left, right, id);
        if (Nearest.isAsked(id)) {
            integers(Distance.GE, left, right, id);
        }
    }

    /** {@code if_icmpgt}. */
    public static void if_icmpgt(int left, int right, int id) {
        Probes.if_icmpgt(left, right, id);
        if (Nearest.isAsked(id)) {
            integers(Distance.GT, left, right, id);
        }
    }

    /** {@code if_icmple}. */
    public static void if_icmple(int left, int right, int id) {
        Probes.if_icmple(left, right, id);
        if (Nearest.isAsked(id)) {
            integers(Distance.LE, left, right, id);
        }
    }

    /** {@code if_acmpeq}. */
    public static void if_acmpeq(Object left, Object right, int id) {
        Probes.if_acmpeq(left, right, id);
        if (Nearest.isAsked(id)) {
            identity(left == right ? id : id + 1, left, right, id);
        }
    }

    /** {@code if_acmpne}. */
    public static void if_acmpne(Object left, Object right, int id) {
        Probes.if_acmpne(left, right, id);
        if (Nearest.isAsked(id)) {
            identity(left != right ? id : id + 1, left, right, id);
        }
    }

    /** {@code ifnull}. */
    public static void ifnull(Object value, int id) {
        Probes.ifnull(value, id);
        if (Nearest.isAsked(id)) {
            reference(value, value == null ? id : id + 1);
        }
    }

    /** {@code ifnonnull}. */
    public static void ifnonnull(Object value, int id) {
        Probes.ifnonnull(value, id);
        if (Nearest.isAsked(id)) {
            reference(value, value != null ? id : id + 1);
        }
    }

    /** {@code tableswitch}. */
    public static void tableswitch(int value, int low, int high, int id) {
        Probes.tableswitch(value, low, high, id);
        if (Nearest.isAsked(id) && Nearest.isReporting()) {
            other(id, value);
            for (int i = 0; i <= high - low; i++) {
                if (Compared.isNoting) {
                    Compared.note(id, value, low + i);
                }
                near(id + 1 + i, Distance.between(value, low + i), value, low + i);
            }
        }
    }

    /** {@code lookupswitch}. */
    public static void lookupswitch(int value, String keys, int id) {
        Probes.lookupswitch(value, keys, id);
        if (!Nearest.isAsked(id) || !Nearest.isReporting()) {
            return;
        }
        other(id, value);
        boolean hashed = Comparisons.kind == Comparisons.HASH && Comparisons.result == value;
        for (int i = 0; i < keys.length() / 2; i++) {
            int key = keys.charAt(2 * i) << 16 | keys.charAt(2 * i + 1);
            if (Compared.isNoting) {
                Compared.note(id, hashed ? Comparisons.left : (Object) value, key);
            }
            if (!hashed) {
                near(id + 1 + i, Distance.between(value, key), value, key);
            } else if (Nearest.isNearer(id + 1 + i, 1)) {
                Nearest.report(id + 1 + i, 1, Comparisons.left, key);
            }
        }
    }

    // ---- reports

    /** A switch did not take its default, or did. */
    private static void other(int id, int value) {
        near(id, 1, value, value);
    }

    private static void near(int side, double distance, Object left, Object right) {
        if (Nearest.isNearer(side, distance)) {
            Nearest.report(side, distance, left, right);
        }
    }

    private static void near(int side, double distance, int left, int right) {
        if (Nearest.isNearer(side, distance)) {
            Nearest.report(side, distance, left, right);
        }
    }

    /** The side of a decision about identity that was not taken. */
    private static void identity(int side, Object left, Object right, int id) {
        if (!Nearest.isReporting()) {
            return;
        }
        if (Compared.isNoting) {
            Compared.note(id, constant(left), constant(right));
        }
        if (Nearest.WANTED[side] != 0) {
            Nearest.follow(side, left, right);
            near(side, 1, constant(left), constant(right));
        }
    }

    private static void integers(int condition, int left, int right, int id) {
        if (!Nearest.isReporting()) {
            return;
        }
        int side = Distance.holds(condition, left, right) ? id : id + 1;
        if (Compared.isNoting) {
            Compared.note(id, left, right);
        }
        if (Nearest.WANTED[side] == 0) {
            return;
        }
        if (left == -1 && Comparisons.kind == Comparisons.CONTAINS && Comparisons.result == -1) {
            texts(side);
            return;
        }
        near(side, Distance.to(condition, side != id, left, right), left, right);
    }

    /** The side that was not taken of a decision about the result of a comparison. */
    private static void result(int condition, int value, int id) {
        if (!Nearest.isReporting()) {
            return;
        }
        int side = Distance.holds(condition, value, 0) ? id : id + 1;
        if (Compared.isNoting && Comparisons.result == value) {
            note(id);
        }
        if (Nearest.WANTED[side] == 0) {
            return;
        }
        if (Comparisons.result != value) {
            near(side, Distance.to(condition, side != id, value, 0), value, 0);
            return;
        }
        switch (Comparisons.kind) {
            case Comparisons.NUMBERS:
                long one = Comparisons.leftNumber;
                long other = Comparisons.rightNumber;
                double far = Distance.to(condition, side != id, one, other);
                if (Nearest.isNearer(side, far)) {
                    Nearest.report(side, far, one, other);
                }
                break;
            case Comparisons.REALS:
                double distance = Distance.to(condition, side != id, Comparisons.leftReal, Comparisons.rightReal);
                if (Nearest.isNearer(side, distance)) {
                    Nearest.report(side, distance, Comparisons.leftReal, Comparisons.rightReal);
                }
                break;
            case Comparisons.ORDER:
                near(side, Distance.to(condition, side != id, value, 0),
                        constant(Comparisons.left), constant(Comparisons.right));
                break;
            case Comparisons.INSTANCE:
                Nearest.follow(side, Comparisons.left, value == 0 ? Comparisons.right : null);
                near(side, 1, null, null);
                break;
            case Comparisons.HASH:
                near(side, Distance.to(condition, side != id, value, 0), value, 0);
                break;
            default:
                texts(side);
                break;
        }
    }

    /** Notes the operands of the last comparison. */
    private static void note(int id) {
        switch (Comparisons.kind) {
            case Comparisons.NUMBERS:
                Compared.note(id, Comparisons.leftNumber, Comparisons.rightNumber);
                break;
            case Comparisons.REALS:
                Compared.note(id, Comparisons.leftReal, Comparisons.rightReal);
                break;
            case Comparisons.INSTANCE:
                break;
            default:
                Compared.note(id, constant(Comparisons.left), constant(text(Comparisons.right)));
                break;
        }
    }

    /** A code point as a text. */
    private static Object text(Object sought) {
        boolean isPoint = Comparisons.kind == Comparisons.CONTAINS && sought instanceof Integer;
        return isPoint && Character.isValidCodePoint((Integer) sought) ? Character.toString((Integer) sought) : sought;
    }

    /** A side that is taken when the last comparison has the other result. */
    private static void texts(int side) {
        Object left = Comparisons.left;
        Object right = Comparisons.right;
        if (Comparisons.kind == Comparisons.AMONG && Comparisons.result == 0) {
            among(side, left, right instanceof Map<?, ?> map ? Distance.keys(map) : Distance.elements(right));
        } else if (Comparisons.result == 1 && Comparisons.kind != Comparisons.CONTAINS) {
            near(side, 1, constant(left), constant(right));
        } else {
            left = constant(left);
            right = constant(text(right));
            double missing = Comparisons.kind == Comparisons.CONTAINS ? Distance.FAR : 0;
            near(side, missing + Distance.between(Comparisons.kind, left, right), left, right);
        }
    }

    private static void among(int side, Object wanted, Collection<?> elements) {
        Object left = constant(wanted);
        near(side, Distance.FAR, left, null);
        int looked = 0;
        try {
            for (Object each : elements) {
                Object right = constant(each);
                if (right != null) {
                    near(side, Distance.between(Comparisons.EQUAL, left, right), left, right);
                }
                if (++looked == Distance.MOST_LOOKED_AT) {
                    return;
                }
            }
        } catch (RuntimeException e) {
            // a collection of the JDK may be a view of one of the code under test
        }
    }

    private static void reference(Object value, int side) {
        if (Nearest.WANTED[side] == 0 || !Nearest.isReporting()) {
            return;
        }
        if (value == null && Comparisons.map != null) {
            among(side, Comparisons.key, Distance.keys(Comparisons.map));
        } else {
            Nearest.follow(side, value, null);
            near(side, Distance.FAR, null, null);
        }
    }

    /** The same value where it may be a constant of a sequence, else null. */
    static Object constant(Object value) {
        if (value instanceof String || value instanceof Integer || value instanceof Long || value instanceof Double
                || value instanceof Character || value instanceof Float || value instanceof Short
                || value instanceof Byte || value instanceof Class || value instanceof Enum) {
            return value;
        } else if (value instanceof StringBuilder || value instanceof StringBuffer) {
            return value.toString();
        }
        return null;
    }
}
