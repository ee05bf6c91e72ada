class Ticket {
    private static int last;

    static int next() {
        if (last >= 99) {
            throw new IllegalStateException("sold out");
        }
        return ++last;
    }
}
