package explored;

/** Arrays of a size that the caller gives: whether it is negative is a question of its own. */
public class Sized {
    public static int made(int n) {
        return new int[n].length;
    }
}
