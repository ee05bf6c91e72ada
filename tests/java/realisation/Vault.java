package realisation;

/** What its methods do depends on what was done to it before. */
public class Vault {
    private final Lock lock;
    private int level;
    private String owner;

    public Vault(Lock lock) {
        this.lock = lock;
    }

    /** What a vault holds. */
    public static final class Lock {
        private int turns;

        public void turn() {
            turns++;
        }
    }

    public void raise() {
        level++;
    }

    public void sell(String name) {
        owner = name;
    }

    public int enter(int code) {
        if (level == 3) {
            return opened(code);
        }
        return 0;
    }

    private int opened(int code) {
        if (code == level * 7 + 2) {
            return 1;
        }
        return 2;
    }

    public int unlock() {
        if (lock != null && lock.turns > 1) {
            return 1;
        }
        return 0;
    }

    public int owned(String asked) {
        if (owner != null && owner.equals(asked)) {
            return 1;
        }
        return 0;
    }

    public int named(String asked) {
        if (owner != null && asked.length() == owner.length() + 1) {
            return 1;
        }
        return 0;
    }
}
