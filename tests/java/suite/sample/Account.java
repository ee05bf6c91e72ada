package sample;

/** Private state behind a constructor, getters and setters. */
public class Account {
    private long balance;
    private String owner;
    int limit;

    public Account(String owner) {
        this.owner = owner;
    }

    public long getBalance() {
        return balance;
    }

    public void setBalance(long balance) {
        this.balance = balance;
    }

    public String getOwner() {
        return owner;
    }

    public void withdraw(long amount) {
        if (amount > balance) {
            throw new IllegalStateException("insufficient");
        }
        balance -= amount;
    }

    public boolean sameOwner(Account other) {
        return owner.equals(other.owner);
    }

    public int perUnit() {
        return 100 / limit;
    }
}
