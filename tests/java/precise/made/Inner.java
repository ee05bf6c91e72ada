package made;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/** Anonymous, local and private classes: a test holds their objects by the calls that return them. */
public class Inner {
    public static final Comparator<Integer> ORDER = new Comparator<Integer>() {
        @Override
        public int compare(Integer a, Integer b) {
            return a == null ? -1 : a > b ? 1 : 0;
        }
    };

    private final List<IntPredicate> checks = new ArrayList<>();

    public static IntPredicate above(int limit) {
        return new IntPredicate() {
            @Override
            public boolean test(int value) {
                if (value == -7) {
                    throw new IllegalArgumentException("seven");
                }
                return value > limit;
            }
        };
    }

    public static Comparator<String> byLength() {
        class ByLength implements Comparator<String> {
            @Override
            public int compare(String a, String b) {
                return a.length() < b.length() ? -1 : a.length() > b.length() ? 1 : 0;
            }
        }
        return new ByLength();
    }

    public Iterator<Integer> upTo(int end) {
        return counting(end);
    }

    private Iterator<Integer> counting(int end) {
        return new Iterator<Integer>() {
            private int at;

            @Override
            public boolean hasNext() {
                return at < end;
            }

            @Override
            public Integer next() {
                if (at >= end) {
                    throw new NoSuchElementException();
                }
                return at++;
            }
        };
    }

    private static final class Step implements IntUnaryOperator {
        private final int step;

        private Step(int step) {
            this.step = step;
        }

        @Override
        public int applyAsInt(int value) {
            return value == step ? 1 : value > step ? 2 : 3;
        }
    }

    public static IntUnaryOperator step(int step) {
        return new Step(step);
    }

    public enum Operation {
        PLUS {
            @Override
            int apply(int a, int b) {
                return a > 5 ? a + b : b;
            }
        },
        MINUS {
            @Override
            int apply(int a, int b) {
                return a < 0 ? a - b : b;
            }
        };

        abstract int apply(int a, int b);
    }

    private static final class Never {
        int go(int value) {
            return value > 3 ? 1 : 2;
        }
    }

    public void add(int limit) {
        checks.add(new IntPredicate() {
            @Override
            public boolean test(int value) {
                return value < limit;
            }
        });
    }

    public boolean all(int value) {
        for (IntPredicate each : checks) {
            if (!each.test(value)) {
                return false;
            }
        }
        return true;
    }
}
