/** A train of wagons. */
class Train {
    static class Wagon {
        String label;
        int seats;
        Wagon next;
    }

    private Wagon first;
    private Wagon widest;

    void couple(int seats) {
        Wagon wagon = new Wagon();
        wagon.label = "seats: " + seats;
        wagon.seats = seats;
        wagon.next = first;
        first = wagon;
        widest = wagon;
        System.out.println("coupled");
    }
}
