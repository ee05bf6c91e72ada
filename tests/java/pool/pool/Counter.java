package pool;

/** Three calls of a method without arguments. */
public class Counter {
    private int count;
    private String name = "counter";

    public void rename(String name) {
        this.name = name;
    }

    public void increment() {
        count++;
    }

    public int third() {
        if (count == 3) {
            return name.length(); // goal: reach
        }
        return 0;
    }

    public int fifth() {
        if (count == 5) {
            return 1; // goal: reach
        }
        return 0;
    }

    public int hundredth() {
        if (count == 100) {
            return 1; // goal: unreached
        }
        return 0;
    }
}
