package sound;

/** A lift in a house of some floors. */
public class Lift {
    private final boolean[] wanted;
    private int floor;
    private int direction = 1;
    private boolean open;

    public Lift(int floors) {
        if (floors < 2 || floors > 40) {
            throw new IllegalArgumentException("floors");
        }
        wanted = new boolean[floors];
    }

    public void call(int to) {
        if (to < 0 || to >= wanted.length) {
            throw new IllegalArgumentException("no floor " + to);
        }
        wanted[to] = true;
    }

    public void step() {
        if (open) {
            open = false;
            return;
        }
        if (floor + direction < 0 || floor + direction == wanted.length) {
            direction = -direction;
        }
        floor += direction;
        if (wanted[floor]) {
            wanted[floor] = false;
            open = true;
        }
    }

    public boolean isWanted() {
        return wanted[floor];
    }

    public int speed(int distance) {
        return distance / direction;
    }

    public int percent() {
        return floor * 100 / (wanted.length - 1);
    }

    public boolean isOpen() {
        assert direction == 1 || direction == -1;
        return open;
    }
}
