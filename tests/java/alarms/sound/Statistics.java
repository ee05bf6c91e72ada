package sound;

/** Figures of what was measured. */
public class Statistics {
    private int count;
    private long sum;
    private int smallest;
    private int largest;

    public void take(int value) {
        if (count == 0 || value < smallest) {
            smallest = value;
        }
        if (count == 0 || value > largest) {
            largest = value;
        }
        sum += value;
        count++;
    }

    public long mean() {
        if (count == 0) {
            throw new IllegalStateException("nothing taken");
        }
        return sum / count;
    }

    public long spread() {
        return (long) largest - smallest;
    }

    public int position(int value) {
        if (count == 0 || value < smallest || value > largest || largest == smallest) {
            return 0;
        }
        return (int) (((long) value - smallest) * 100 / ((long) largest - smallest));
    }

    public void merge(Statistics other) {
        if (other == null || other.count == 0) {
            return;
        }
        take(other.smallest);
        take(other.largest);
    }

    public void check() {
        assert count == 0 || smallest <= largest;
    }
}
