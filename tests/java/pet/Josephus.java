package pet;

/** People in a circle, each of whom knows the next; every so many-th leaves until one is left. */
public class Josephus {
    final int number;
    Josephus next;

    private Josephus(int number) {
        this.number = number;
        this.next = this;
    }

    /** The last of so many people in a circle; the first comes after the last. */
    private static Josephus circle(int people) {
        Josephus first = new Josephus(1);
        Josephus last = first;
        for (int number = 2; number <= people; number++) {
            last.next = new Josephus(number);
            last = last.next;
            last.next = first;
        }
        return last;
    }

    /** Who is left where every {@code step}-th leaves. */
    public static int survivor(int people, int step) {
        Josephus at = circle(people);
        while (at != at.next) {
            for (int i = 1; i < step; i++) {
                at = at.next;
            }
            at.next = at.next.next;
        }
        return at.number;
    }
}
