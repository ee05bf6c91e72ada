package sound;

import java.util.ArrayList;
import java.util.List;

/** An account that never goes below zero. */
public class Account {
    private final List<Long> history = new ArrayList<>();
    private long balance;
    private boolean closed;

    public void deposit(long amount) {
        if (amount <= 0 || amount > 1_000_000) {
            throw new IllegalArgumentException("amount");
        }
        if (closed) {
            throw new IllegalStateException("closed");
        }
        balance += amount;
        history.add(amount);
    }

    public void withdraw(long amount) {
        if (amount <= 0 || amount > balance) {
            throw new IllegalArgumentException("amount");
        }
        balance -= amount;
        history.add(-amount);
    }

    public long last() {
        return history.isEmpty() ? 0 : history.get(history.size() - 1);
    }

    public long averageMove() {
        if (history.isEmpty()) {
            return 0;
        }
        long sum = 0;
        for (long each : history) {
            sum += Math.abs(each);
        }
        return sum / history.size();
    }

    public void undo() {
        if (history.isEmpty()) {
            return;
        }
        long last = history.remove(history.size() - 1);
        balance -= last;
    }

    public void close() {
        if (balance != 0) {
            throw new IllegalStateException("not empty");
        }
        closed = true;
    }

    public void audit() {
        assert balance >= 0;
    }
}
