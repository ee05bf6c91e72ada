package students;

/** Small matrices, row by row in one array. */
public class Matrix {
    private final int rows, columns;
    private final int[] cells;

    public Matrix(int rows, int columns) {
        this.rows = rows;
        this.columns = columns;
        this.cells = new int[rows * columns]; // fails: NegativeArraySizeException
    }

    public int get(int row, int column) {
        return cells[row * columns + column]; // fails: ArrayIndexOutOfBoundsException
    }

    public void set(int row, int column, int value) {
        if (row >= rows || column >= columns)
            throw new IndexOutOfBoundsException("no such cell"); // fails: IndexOutOfBoundsException
        cells[row * columns + column] = value; // fails: ArrayIndexOutOfBoundsException
    }

    public static int determinant(int[] m) {
        return m[0] * m[3] - m[1] * m[2]; // fails: NullPointerException ArrayIndexOutOfBoundsException
    }

    /** Solves a x + b y = e, c x + d y = f by Cramer's rule; x only. */
    public static int solve(int a, int b, int c, int d, int e, int f) {
        int determinant = a * d - b * c;
        if (a == 0 && b == 0)
            throw new IllegalArgumentException("no row"); // fails: IllegalArgumentException
        return (e * d - b * f) / determinant; // fails: ArithmeticException
    }

    public static int trace(int[][] m) {
        int sum = 0;
        for (int i = 0; i < m.length; i++) // fails: NullPointerException
            sum += m[i][i]; // fails: NullPointerException ArrayIndexOutOfBoundsException
        return sum;
    }

    public static int largest(int[] row) {
        int best = row[0]; // fails: NullPointerException ArrayIndexOutOfBoundsException
        for (int i = 1; i < row.length; i++)
            if (row[i] > best)
                best = row[i];
        return best;
    }

    public static int[] plus(int[] left, int[] right) {
        int[] sum = new int[left.length]; // fails: NullPointerException
        for (int i = 0; i < left.length; i++)
            sum[i] = left[i] + right[i]; // fails: NullPointerException ArrayIndexOutOfBoundsException
        return sum;
    }
}
