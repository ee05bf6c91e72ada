package ctb;

/** Definitions and uses beside local variables; which pairs there are, and which none meets, stands in test_flows.py. */
public class Flows {
    static final class Cell {
        int value;
        Cell next;
    }

    private static int total;
    private int count;
    private int[] slots = new int[4];

    private void reset() {
        count = 0;
    }

    private void leave() {
        slots[3] = 1;
    }

    public int fields(boolean twice) {
        count = 3;
        if (twice)
            count = 5;
        return count;
    }

    public static int statics(int amount) {
        total = amount;
        if (amount > 10)
            total += 2;
        return total;
    }

    public static int elements(int i, int j) {
        int[] made = new int[3];
        made[i] = 7;
        made[1] = 8;
        return made[j];
    }

    public static int never(int i) {
        int[] made = new int[3];
        made[0] = i;
        made[0] = 8;
        return made[0];
    }

    public static int objects(Cell one, Cell other) {
        one.value = 1;
        other.value = 2;
        return one.value;
    }

    public int callees(boolean resets) {
        count = 4;
        if (resets)
            reset();
        else
            leave();
        return count;
    }

    public int always() {
        count = 4;
        reset();
        return count;
    }

    public static int moves(Cell cell) {
        cell.value = 6;
        cell = cell.next;
        return cell.value;
    }

    public int narrow(byte[] bytes, int at) {
        bytes[at] = (byte) 300;
        return bytes[at];
    }
}
