/** Holds at most a thousand pieces. */
class Stock {
    private int held;

    void add(int count) {
        if (count < 0 || count > 100) throw new IllegalArgumentException();
        held = Math.min(held + count, 1000);
    }

    int take(int count) {
        if (count < 0) throw new IllegalArgumentException();
        int taken = Math.min(count, held);
        held -= taken;
        return taken;
    }

    String kind() {
        if (held < 0) throw new IllegalStateException();
        return held == 0 ? "none" : "some";
    }
}
