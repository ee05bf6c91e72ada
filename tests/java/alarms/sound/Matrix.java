package sound;

/** A rectangle of numbers. */
public class Matrix {
    private final int[][] cells;
    private final int rows;
    private final int columns;

    public Matrix(int rows, int columns) {
        if (rows < 1 || columns < 1 || rows > 8 || columns > 8) {
            throw new IllegalArgumentException("size");
        }
        this.rows = rows;
        this.columns = columns;
        this.cells = new int[rows][columns];
    }

    public int get(int row, int column) {
        check(row, column);
        return cells[row][column];
    }

    public void set(int row, int column, int value) {
        check(row, column);
        cells[row][column] = value;
    }

    private void check(int row, int column) {
        if (row < 0 || row >= rows || column < 0 || column >= columns) {
            throw new IndexOutOfBoundsException(row + ", " + column);
        }
    }

    public Matrix transposed() {
        Matrix turned = new Matrix(columns, rows);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                turned.cells[j][i] = cells[i][j];
            }
        }
        return turned;
    }

    public int trace() {
        int sum = 0;
        for (int i = 0; i < Math.min(rows, columns); i++) {
            sum += cells[i][i];
        }
        return sum;
    }

    public int[] row(int number) {
        check(number, 0);
        return cells[number].clone();
    }

    public int corner() {
        return cells[rows - 1][columns - 1];
    }

    public void swapRows(int first, int second) {
        check(first, 0);
        check(second, 0);
        int[] kept = cells[first];
        cells[first] = cells[second];
        cells[second] = kept;
    }
}
