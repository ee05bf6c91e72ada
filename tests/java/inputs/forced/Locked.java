package forced;

/** Objects of `Key` come from nowhere; `Locked` is abstract, and its only subclass cannot be made. */
public abstract class Locked {
    private final String name;

    protected Locked(String name) {
        this.name = name;
    }

    public int length() {
        return name == null ? 0 : name.length();
    }

    public static int open(Key key) {
        if (key == null) {
            return 0;
        }
        if (key.teeth > 3) {
            return 1;
        }
        return 2;
    }

    public static final class Key {
        private final int teeth;

        private Key(int teeth) {
            this.teeth = teeth;
        }

        public int teeth() {
            return teeth;
        }
    }

    private static final class Safe extends Locked {
        private final Key key;

        private Safe(Key key) {
            super("safe");
            this.key = key;
        }
    }
}
