package students;

/** A walk through a maze of cells numbered row by row. */
public class Maze {
    static final int WIDTH = 3, HEIGHT = 3;
    static final boolean[] WALL = {false, false, true, true, false, true, true, false, false};

    private int x, y;
    private int steps;

    public boolean go(char direction) {
        int nextX = x, nextY = y;
        switch (direction) {
            case 'n':
                nextY--;
                break;
            case 's':
                nextY++;
                break;
            case 'w':
                nextX--;
                break;
            case 'e':
                nextX++;
                break;
            default:
                throw new IllegalArgumentException("direction"); // fails: IllegalArgumentException
        }
        if (WALL[nextY * WIDTH + nextX]) // fails: ArrayIndexOutOfBoundsException
            return false;
        x = nextX;
        y = nextY;
        steps++;
        return true;
    }

    /** The cell after these moves: 0 north, 1 east, 2 south, 3 west. */
    public static int walk(int[] moves) {
        int cell = 0;
        int walked = 0;
        boolean[] seen = new boolean[WIDTH * HEIGHT];
        for (int move : moves) { // fails: NullPointerException
            int next = cell;
            if (move == 0)
                next -= WIDTH;
            else if (move == 1)
                next += 1;
            else if (move == 2)
                next += WIDTH;
            else if (move == 3)
                next -= 1;
            else
                throw new IllegalArgumentException("move"); // fails: IllegalArgumentException
            if (WALL[next]) // fails: ArrayIndexOutOfBoundsException
                continue;
            if (seen[next])
                throw new IllegalStateException("been here"); // fails: IllegalStateException
            seen[next] = true;
            cell = next;
            walked++;
            if (walked > 4)
                return -1;
        }
        return cell;
    }

    public static int neighbours(int row, int column) {
        int found = 0;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                if (dx == 0 && dy == 0)
                    continue;
                int at = (row + dy) * WIDTH + column + dx;
                if (at >= 0 && !WALL[at]) // fails: ArrayIndexOutOfBoundsException
                    found++;
            }
        return found;
    }

    public static int distance(int from, int to) {
        int rows = from / WIDTH - to / WIDTH;
        int columns = from % WIDTH - to % WIDTH;
        if (rows < 0)
            rows = -rows;
        if (columns < 0)
            columns = -columns;
        int distance = rows + columns;
        if (from != to && distance == 0)
            throw new IllegalStateException("nowhere"); // never
        return distance;
    }
}
