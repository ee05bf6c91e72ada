package sample;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntBinaryOperator;

/** What is easily written wrong: records, private types, recursion, helpers that throw, names and cycles. */
public class Odd {
    record Pair(int left, String right) {
        Pair {
            Objects.requireNonNull(right);
        }

        int leftOr(int other) {
            return right.isEmpty() ? other : left;
        }
    }

    private static final class Secret {
        int code;
    }

    private static class SecretException extends RuntimeException {
        SecretException(String message) {
            super(message);
        }
    }

    enum Level {
        LOW {
            @Override
            int weight() {
                return 1;
            }
        },
        HIGH;

        int weight() {
            return 2;
        }
    }

    abstract static class Base {
        abstract int value();

        int doubled() {
            return 2 * value();
        }
    }

    static final class Ring {
        Ring next;
        int value;

        int second() {
            return next.next == this ? value : next.value;
        }
    }

    static int down(int n) {
        return n == 0 ? 0 : down(n - 1) + 1;
    }

    static int divided(int by) {
        if (by == 7) {
            throw new ArithmeticException("/ by seven");
        }
        return 1000 / by;
    }

    static int endless(int n) {
        return endless(n + 1) + 1;
    }

    static void refuse(int code) {
        if (code == 3) {
            throw new SecretException("three");
        }
    }

    static int open(Secret secret) {
        return secret.code;
    }

    static int weigh(Level level) {
        return level.weight() + (level == Level.HIGH ? 10 : 0);
    }

    static int apply(IntBinaryOperator operator, int a) {
        return operator.applyAsInt(a, 2) > 0 ? 1 : 0;
    }

    static int of(Base base) {
        return base.doubled() > 4 ? 1 : 0;
    }

    static int size(List<String> names) {
        return names.size() > 1 ? 2 : names.size();
    }

    static List<String> listed(int n) {
        List<String> made = new ArrayList<>();
        for (int i = 0; i < n && i < 2; i++) {
            made.add("x" + i);
        }
        return made;
    }

    static Object identity(Object o) {
        return o;
    }

    static int clash(int result, int thrown) {
        if (result == 4) {
            throw new IllegalArgumentException("four");
        }
        return result + thrown;
    }

    static int \u00fcber(int n) {
        return n > 3 ? 1 : 0;
    }

    static long clock() {
        return System.nanoTime();
    }

    static int hash(Object o) {
        return System.identityHashCode(o);
    }

    int count;
    static int total;

    int record(int by) {
        count += by;
        total += by;
        return count;
    }

    boolean checked(Pair pair) {
        assert pair.left != 7;
        return pair.left > 7;
    }
}
