package sound;

/** An order goes from one state to the next. */
public class Order {
    private enum State {
        OPEN, PAID, PACKED, SENT, DELIVERED
    }

    private State state = State.OPEN;
    private String parcel;
    private int items;

    public void add(int count) {
        if (state != State.OPEN || count < 1 || count > 1000 || items > 1_000_000) {
            throw new IllegalStateException();
        }
        items += count;
    }

    public void pay() {
        if (state != State.OPEN || items == 0) {
            throw new IllegalStateException();
        }
        state = State.PAID;
    }

    public void pack(String name) {
        if (state != State.PAID || name == null) {
            throw new IllegalStateException();
        }
        parcel = name;
        state = State.PACKED;
    }

    public void send() {
        if (state != State.PACKED) {
            throw new IllegalStateException();
        }
        state = State.SENT;
    }

    public void deliver() {
        if (state != State.SENT) {
            throw new IllegalStateException();
        }
        state = State.DELIVERED;
    }

    public int label() {
        return state.compareTo(State.PACKED) >= 0 ? parcel.length() : 0;
    }

    public int perItem(int total) {
        return state == State.OPEN ? 0 : total / items;
    }
}
