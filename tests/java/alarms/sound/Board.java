package sound;

/** Noughts and crosses. */
public class Board {
    private final char[][] cells = new char[3][3];
    private int moves;

    public void play(int row, int column) {
        if (row < 0 || row > 2 || column < 0 || column > 2) {
            throw new IllegalArgumentException("outside");
        }
        if (cells[row][column] != 0) {
            throw new IllegalStateException("taken");
        }
        cells[row][column] = player();
        moves++;
    }

    public char player() {
        return "XO".charAt(moves % 2);
    }

    public boolean isOver() {
        return moves == 9 || winner() != 0;
    }

    public char winner() {
        for (int i = 0; i < 3; i++) {
            if (cells[i][0] != 0 && cells[i][0] == cells[i][1] && cells[i][1] == cells[i][2]) {
                return cells[i][0];
            }
        }
        return 0;
    }

    public int left() {
        int left = 9 - moves;
        assert left >= 0;
        return left;
    }

    public char centre() {
        return cells[1][1] == 0 ? '.' : cells[1][1];
    }
}
