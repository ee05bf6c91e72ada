package held;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Static state that looks fixed and is, and static state that looks fixed and is not. */
public class Held {
    static class Fixed {
        static final List<String> NAMES = Collections.unmodifiableList(new ArrayList<>(List.of("a", "b")));
        static final Map<String, Pair> PAIRS = Map.of("x", new Pair("y", null));
        static final Object LOCK = new Object();
        static final int[] NONE = {};

        static int size() {
            return NAMES.size() + PAIRS.size() + NONE.length;
        }
    }

    record Pair(String left, Pair right) {}

    static class List1 {
        static final List<Integer> SEEN = new ArrayList<>();

        static int add() {
            SEEN.add(1);
            return SEEN.size();
        }
    }

    static class Array {
        static final int[] COUNTS = new int[1];

        static int count() {
            return ++COUNTS[0];
        }
    }

    static class Cell {
        static final Cell ONLY = new Cell();
        private int value;

        static int bump() {
            return ++ONLY.value;
        }
    }

    enum Switch {
        ON;

        private int flips;

        static int flip() {
            return ++ON.flips;
        }
    }

    static class Deep {
        static final List<int[]> CELLS = List.of(new int[1]);

        static int count() {
            return ++CELLS.get(0)[0];
        }
    }

    static class Wrapped {
        static final List<Cell> CELLS = Collections.unmodifiableList(List.of(new Cell()));

        static int bump() {
            return ++CELLS.get(0).value;
        }
    }
}
