package many;

/** An object whose second constructor and whose setter are needed together. */
public final class Ticket {
    private final boolean isNamed;
    private int seat;

    public Ticket(int seat) {
        this.seat = seat;
        isNamed = false;
    }

    public Ticket(String name) {
        isNamed = !name.isEmpty();
    }

    public void setSeat(int number) {
        seat = number;
    }

    public static int[] row(Ticket ticket) {
        return new int[ticket.isNamed && ticket.seat == 13 ? -1 : 1];
    }
}
