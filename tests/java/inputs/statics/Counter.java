package statics;

import java.util.ArrayList;
import java.util.List;

/** Methods that depend on static fields of every kind. */
public class Counter {
    static int limit = 10;
    static int[] table = {1, 2, 3};
    static Cache cache;
    static Cache ready = new Cache(7);
    static String prefix = "n";
    static List<String> log = new ArrayList<>();
    static long calls;
    private static int secret = 5;
    static final int FIXED = 3;
    static final int[] SQUARES = {0, 1, 4};

    /** Built by its constructor, and changed by a call. */
    static final class Cache {
        private final int size;
        private int hits;

        Cache(int size) {
            if (size < 0) {
                throw new IllegalArgumentException("size");
            }
            this.size = size;
        }

        void hit() {
            hits++;
        }

        int left() {
            return size - hits;
        }
    }

    static boolean isBelow(int n) {
        return n < limit;
    }

    static int share(int n) {
        return n / limit;
    }

    static int look(int at) {
        return table[at] == 42 ? 1 : 0;
    }

    static int cached() {
        if (cache == null) {
            cache = new Cache(1);
            return 0;
        }
        return cache.left() > 100 ? 1 : 2;
    }

    static int left() {
        return ready.left() == 0 ? 1 : ready.left() == 7 ? 2 : 3;
    }

    static long count() {
        return ++calls;
    }

    static int guess(int n) {
        return n == secret ? 1 : n > secret ? 2 : 3;
    }

    static int fixed() {
        return FIXED + SQUARES[2] == 7 ? 1 : 2;
    }

    static int logged(String word) {
        log.add(prefix + word);
        return log.size() > 1 ? 1 : 0;
    }

    static Cache swap(Cache next) {
        Cache last = cache;
        cache = next;
        return last;
    }

    static boolean isSame() {
        return cache == ready;
    }

    static int other() {
        return Settings.depth > 3 ? Settings.width : -1;
    }

    static int lazily(int n) {
        if (n == 77) {
            return Settings.depth;
        }
        limit = 99;
        return Derived.start;
    }

    static int failing(int n) {
        try {
            return Broken.value + n;
        } catch (ExceptionInInitializerError wrong) {
            return -1;
        }
    }

    static int nested() {
        return Outer.Inner.level == 2 && Outer.level == 3 ? 1 : 0;
    }

    /** What a builder of an argument writes, too. */
    static String describe(Cache given) {
        return given.left() + prefix + limit;
    }

    /** Uses a class whose initialiser depends on what was written before, and none of its variables. */
    static int early(int n) {
        if (n == 3) {
            limit = 44;
            return Derived.FIRST == 44 ? 1 : 0;
        }
        return Derived.start == 3 ? 1 : 0;
    }

    static int first() {
        limit = 99;
        return Derived.first();
    }

    int member(int n) {
        return n > limit ? 1 : 0;
    }
}
