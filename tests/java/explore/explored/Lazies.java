package explored;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Inputs that are passed along, compared with null, stored, tested for a type or called upon, and not looked into. */
public class Lazies {
    static class Purse {
        private final int[] coins = new int[3];
        private int amount;

        public Purse(int amount) {
            if (amount <= 0) {
                throw new IllegalArgumentException("empty");
            }
            this.amount = amount;
        }

        public int kind() {
            return 3;
        }

        public int twice() {
            return kind() + kind();
        }

        public int amount() {
            return amount;
        }
    }

    static class Wallet extends Purse {
        public Wallet(int amount) {
            super(amount);
        }

        @Override
        public int amount() {
            return -1;
        }
    }

    static class Bag extends Purse {
        public Bag(int amount) {
            super(amount);
        }

        @Override
        public int kind() {
            return 4;
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

    static int nullObject(Object o) {
        return o == null ? 1 : 2;
    }

    static int nullList(List<String> o) {
        return o == null ? 1 : 2;
    }

    static int nullNumber(Number o) {
        return o == null ? 1 : 2;
    }

    static int nullComparable(Comparable<String> o) {
        return o == null ? 1 : 2;
    }

    static int nullPurse(Purse o) {
        return o == null ? 1 : 2;
    }

    static Object required(Object o) {
        return Objects.requireNonNull(o);
    }

    static Object[] stored(Object o, Number n, Comparable<?> c) {
        return o == null || n == null || c == null ? null : new Object[] {o, n, c};
    }

    static boolean listed(Object o) {
        List<Object> list = new ArrayList<>();
        list.add(o);
        return list.get(0) != null;
    }

    static int tested(Object o) {
        if (o instanceof Number) {
            return 1;
        }
        return o instanceof String ? 2 : 3;
    }

    static int cast(Object o) {
        return ((Purse) o).kind();
    }

    static int kind(Purse purse) {
        return purse.kind();
    }

    static int twice(Purse purse) {
        return purse.twice();
    }

    static int amount(Purse purse) {
        return purse.amount();
    }

    static int same(Object a, Object b) {
        if (a == null || b == null) {
            return 0;
        }
        if (a == b) {
            return 1;
        }
        if (a instanceof String s && b instanceof String t) {
            return s.equals(t) ? 2 : 3;
        }
        return 4;
    }

    static int weight(Level level) {
        return level.weight() + (level == Level.HIGH ? 10 : 0);
    }

    static int length(CharSequence chars) {
        return chars != null && chars.length() > 2 ? 1 : 2;
    }

    static int runs(Object o) {
        if (o instanceof Runnable) {
            return 1;
        }
        return 2;
    }

    static int textRuns(String s) {
        if ((Object) s instanceof Runnable) {
            return 1;
        }
        return 2;
    }

    static Purse chosen(Purse a, Purse b) {
        return a != null ? a : b;
    }

    /** Nobody outside makes one. */
    static final class Hoard {
        private final int size;

        private Hoard(int size) {
            this.size = size;
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return 7;
        }
    }

    static final class Label {
        private final Object key;

        Label(Object key) {
            this.key = key;
        }
    }

    static int keyed(Label label, boolean asked) {
        if (asked && label.key instanceof Hoard) {
            return label.key.equals("x") ? 1 : 2;
        }
        return 3;
    }
}
