package explored;

/** Two inputs whose arrays may be one: what is written through one is read through the other, all at once. */
public class Sharing {
    int[] numbers;
    char[] letters;
    Object[] things;

    static int element(Sharing p, Sharing q) { p.numbers[0] = 5; return q.numbers[0]; }
    static int cloned(Sharing p, Sharing q) { p.numbers[0] = 5; return q.numbers.clone()[0]; }
    static int copied(Sharing p, Sharing q) {
        p.numbers[0] = 5;
        int[] copy = new int[1];
        System.arraycopy(q.numbers, 0, copy, 0, 1);
        return copy[0];
    }
    static String text(Sharing p, Sharing q) { p.letters[0] = 'x'; return new String(q.letters); }
    static Object object(Sharing p, Sharing q) { p.things[0] = "x"; return q.things.clone()[0]; }
}
