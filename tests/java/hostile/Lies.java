package hostile;

/** Objects whose own methods throw, loop or lie. */
public class Lies {
    int value;

    @Override
    public String toString() {
        throw new IllegalStateException("toString");
    }

    @Override
    public boolean equals(Object other) {
        throw new IllegalStateException("equals");
    }

    @Override
    public int hashCode() {
        while (true) {
            value++;
        }
    }

    static Lies returned(int n) {
        Lies made = new Lies();
        made.value = n;
        return made;
    }

    static int thrown(int n) {
        if (n == 7) {
            throw new Silent();
        }
        return 100 / (n - 30);                              // finds: error EP001 thrown
    }

    static int thrownCause(int n) {
        if (n == 7) {
            throw new RuntimeException(new Silent());
        }
        return n;
    }

    static int own(Lies given) {
        return given.value == 3 ? 10 / (given.value - 3) : 0;       // finds: error EP001 own
    }

    /** Its message cannot be had. */
    static class Silent extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new Silent();
        }

        @Override
        public Throwable getCause() {
            while (true) {
                Thread.onSpinWait();
            }
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            return null;
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return null;
        }

        @Override
        public String toString() {
            System.exit(8);
            return null;
        }
    }
}
