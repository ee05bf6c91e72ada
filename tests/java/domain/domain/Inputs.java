package domain;

import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Methods that look at a state or a class of their inputs, or do not. */
class Inputs {
    static boolean empty(List<String> list) {
        return list.isEmpty();
    }

    static int total(List<Integer> list) {
        int sum = 0;
        for (int each : list) {
            sum += each;
        }
        return sum;
    }

    static boolean present(Optional<String> text) {
        return text.isPresent();
    }

    static int isNull(Object any) {
        return any == null ? 1 : 2;
    }

    static int runs(Object any) {
        return any instanceof Runnable ? 1 : 2;
    }

    static int length(Object[] array) {
        return array.length;
    }

    static void store(Object[] array, Object any) {
        array[0] = any;
    }

    static void storeText(String[] array, String text) {
        array[0] = text;
    }

    static int asked(Supplier<Integer> supplier) {
        return supplier.get() > 7 ? 1 : 2;
    }

    static int looked(MethodHandles.Lookup lookup) {
        return lookup.lookupModes();
    }

    static boolean named(Module module) {
        return module.isNamed();
    }

    static int sides(Figure figure) {
        return figure.sides();
    }

    static int corners(Open open) {
        return open.corners();
    }

    static int shown(Pair pair) {
        return pair.first > pair.second() ? pair.first : pair.second();
    }

    static int counted(Counter counter) {
        return counter.get();
    }

    static int kept(Counter counter, int value) {
        if (counter == null) {
            return -1;
        }
        counter.set(value);
        return value > 3 ? 1 : 2;
    }

    static boolean same(Counter one, Counter other) {
        return one == other;
    }

    static int both(Counter one, Counter other) {
        one.set(1);
        other.set(2);
        return 0;
    }

    static int filled(StringBuilder text) {
        return text.length();
    }

    static int capacity(StringBuilder text) {
        return text.capacity();
    }

    static int reflected(Counter counter) throws ReflectiveOperationException {
        return Counter.class.getDeclaredField("state").getInt(counter);
    }

    static int ofKind(Kind kind) {
        return kind == Kind.SMALL ? 1 : 2;
    }

    static int read(int[] numbers, int at) {
        return numbers[at];
    }

    static int of(Figure figure) {
        return figure instanceof Square ? 1 : 2;
    }

    static String named(Object any) {
        return any.toString();
    }

    /** An integer that calls change. */
    static class Counter {
        private int state;

        void up() {
            if (state < 3) {
                state++;
            }
        }

        void raise(int value) {
            if (value > state) {
                state = value;
            }
        }

        void set(int value) {
            state = value;
        }

        int get() {
            return state;
        }

        int twice(int value) {
            return 2 * value;
        }

        int plus(int value) {
            return twice(value) + 1;
        }
    }

    /** Counts the letters of texts. */
    static class Parsed {
        private int count;

        private Parsed() {
        }

        static Parsed of(String text) {
            Parsed made = new Parsed();
            for (int at = 0; at < text.length(); at++) {
                if (text.charAt(at) != ' ') {
                    made.count++;
                }
            }
            return made;
        }

        boolean isLarge() {
            return count > 3;
        }
    }

    static class Odd extends Counter {
        @Override
        int twice(int value) {
            return value;
        }
    }

    /** All classes below it are here. */
    static class Figure {
        int sides() {
            return 0;
        }
    }

    static class Square extends Figure {
        @Override
        int sides() {
            return 4;
        }
    }

    /** A class of another program may extend it. */
    abstract static class Open {
        abstract int corners();
    }

    record Pair(int first, int second) {
    }

    enum Kind {
        SMALL, LARGE
    }
}
