package missing;

/** Code whose dependencies are taken away after it is compiled. */
public class Uses {
    GoneField held;

    static int calls(int n) {
        return n == 7 ? GoneCalled.twice(n) : n;
    }

    static int makes(int n) {
        return n == 7 ? new GoneMade(n).value : n;
    }

    static int tests(Object given) {
        return given instanceof GoneType ? 1 : 0;
    }

    static int takes(GoneArgument given) {
        return given == null ? 0 : 1;
    }

    static GoneResult returns(int n) {
        return n == 7 ? null : GoneResult.of(n);
    }

    int holds() {
        return held == null ? 0 : 1;
    }

    @GoneAnnotation(7)
    static int annotated(int n) {
        return 10 / n;                                      // finds: error EP001 annotated
    }

    static int inherits(int n) {
        return n == 7 ? new Child().value() : n;
    }

    static int good(int n) {
        return 100 / (n - 30);                              // finds: error EP001 good
    }
}

/** The JVM cannot verify it without the class it catches. */
class Catches {
    static int catches(int n) {
        try {
            return 10 / n;
        } catch (GoneException caught) {
            return 0;
        }
    }

    static int good(int n) {
        return 100 / (n - 30);
    }
}

class Child extends GoneParent {
    int value() {
        return 1;
    }

    static int statically(int n) {
        return 10 / n;
    }
}

class Implements implements GoneInterface {
    int value(int n) {
        return 10 / n;
    }
}

class GoneField {
}

class GoneCalled {
    static int twice(int n) {
        return 2 * n;
    }
}

class GoneMade {
    final int value;

    GoneMade(int n) {
        value = n;
    }
}

class GoneType {
}

class GoneArgument {
}

class GoneResult {
    static GoneResult of(int n) {
        return new GoneResult();
    }
}

class GoneException extends RuntimeException {
    private static final long serialVersionUID = 1;
}

@interface GoneAnnotation {
    int value();
}

class GoneParent {
}

interface GoneInterface {
}

class Gathers {
    private final GoneArgument[] all;
    private final int count;

    Gathers(GoneArgument[] all, int count) {
        this.all = all;
        this.count = count;
    }

    int size() {
        return count > 3 ? all == null ? 0 : 1 : 2;
    }
}
