package sound;

/** Lets so many calls through, until it is filled again. */
public class Limiter {
    private final int capacity;
    private int tokens;
    private int[] waiting;

    private Limiter(int capacity) {
        this.capacity = capacity;
        this.tokens = capacity;
    }

    public static Limiter of(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException();
        }
        return new Limiter(capacity);
    }

    public boolean acquire() {
        if (tokens == 0) {
            if (waiting == null) {
                waiting = new int[1];
            }
            waiting[0]++;
            return false;
        }
        tokens--;
        return true;
    }

    public void refill() {
        tokens = capacity;
        waiting = null;
    }

    public int waiting() {
        return waiting == null ? 0 : waiting[0];
    }

    public int load() {
        return (int) (100L * (capacity - tokens) / capacity);
    }

    public int perWaiting(int seconds) {
        int count = waiting();
        return count <= 0 ? 0 : seconds / count;
    }
}
