/** Fields, constructors, private helpers and checks of its own. */
public class Account {
    private int balance;
    private final String owner;

    Account(String owner, int balance) {
        this.owner = owner;
        this.balance = balance;
    }

    int share(int holders) {
        return divide(balance, holders);
    }

    private static int divide(int amount, int parts) {
        return amount / parts;                              // finds: error EP001 share
    }

    char initial() {
        return owner.charAt(0);                             // finds: error EP003 initial; warning EP002 initial
    }

    void withdraw(int amount) {
        if (amount < 0) {
            throw new IllegalArgumentException("negative");
        }
        if (amount > balance) {
            throw new IllegalStateException("not covered");
        }
        balance -= amount;
    }

    Object label(Object other) {
        return (String) other;                              // finds: error EP005 label
    }
}
