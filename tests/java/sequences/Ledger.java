package sequences;

import java.util.List;

/** Writes into an object that it was given, and has more fields than a test asserts one by one. */
public class Ledger {
    public static final Ledger EMPTY = new Ledger(new StringBuilder(), List.of());

    private final StringBuilder out;
    private final List<Order> paid;
    private int first;
    private int second;
    private int third;
    private int fourth;
    private int fifth;
    private int sixth;
    private int seventh;
    private int eighth;
    private int ninth;

    public Ledger(StringBuilder out, List<Order> paid) {
        this.out = out;
        this.paid = paid;
    }

    /** Changes the text that the ledger writes to. */
    public int write(String line) {
        out.append(line).append(';');
        return line.length();
    }

    /** Changes an order in the list. */
    public void payAll() {
        for (Order each : paid) {
            each.pay();
        }
    }

    public Ledger withNinth(int value) {
        Ledger made = new Ledger(out, paid);
        made.ninth = value;
        return made;
    }

    public String toString() {
        return first + "," + second + "," + third + "," + fourth + "," + fifth + "," + sixth + "," + seventh + ","
                + eighth + "," + ninth;
    }

    /** Fails for texts that begin with a sign. */
    public static int opened(String text, Ledger ledger) {
        if (text.startsWith("-")) {
            throw new IllegalArgumentException("no text: " + text);
        }
        return text.length();
    }

    public int getFirst() {
        return first;
    }

    public int getSecond() {
        return second;
    }

    public int getThird() {
        return third;
    }

    public int getFourth() {
        return fourth;
    }

    public int getFifth() {
        return fifth;
    }

    public int getSixth() {
        return sixth;
    }

    public int getSeventh() {
        return seventh;
    }

    public int getEighth() {
        return eighth;
    }

    public int getNinth() {
        return ninth;
    }
}
