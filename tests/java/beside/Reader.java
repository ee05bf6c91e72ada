package beside;

/** Analysed without the other file of its package. */
public class Reader {
    // goal: complete
    static int read(Cell cell) {
        if (cell == null)
            return 0;
        if (cell.number == 7)
            return 1 / (cell.number - 7); // goal: throws java.lang.ArithmeticException
        if (cell.next == null)
            return 1; // goal: returns 1
        return cell.next.number > 3 ? 2 : 3; // goal: returns 2 returns 3
    }
}
