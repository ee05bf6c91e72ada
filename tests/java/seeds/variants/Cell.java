/** ArrayAccess renamed, over longs and with a shifted index. */
public class Cell {
    public static long read(int index, long[] cells) {
        return cells[index + 3];
    }
}
