package statics;

/** Another class, initialised on the way. */
class Settings {
    static int depth;
    static int width = 2;
    static int seen;

    static {
        depth = 4;
        seen = depth + 1; // its own view: 5
        if (seen != 5) {
            throw new IllegalStateException("an input was seen");
        }
        width = seen * 2;
    }
}

/** What it starts with depends on another class. */
class Derived {
    static int start = Counter.limit + 1;
    static final int FIRST = Counter.limit;

    static int first() {
        return start > 5 ? FIRST : -FIRST;
    }
}

/** No class at all. */
class Broken {
    static int value = 1 / Counter.SQUARES[0];
}

class Outer {
    static int level;

    static class Inner {
        static int level;
    }
}
