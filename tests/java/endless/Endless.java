/** A finding at once, and then more to explore than there ever is time for. */
public class Endless {
    public static int shares(int parts, int[] data) {
        int each = 100 / (parts - 30);
        int mixed = parts;
        for (int value : data) {
            mixed = mixed * 31 ^ (mixed >>> 7) * (value * value + 17);
            if (mixed % 1000003 == 12345) {
                each++;
            }
        }
        if (data.length > 3 && mixed * mixed % 1000003 == 999999 && (mixed ^ mixed >>> 13) % 77773 == 11) {
            each--;
        }
        return each;
    }
}
