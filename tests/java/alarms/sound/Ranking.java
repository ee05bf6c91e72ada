package sound;

/** The best few, in order; the caller is told when there are too many. */
public class Ranking<T extends Comparable<T>> {
    /** There is no place left. */
    public static class FullException extends RuntimeException {
        public FullException(int places) {
            super("only " + places + " places");
        }
    }

    /** Nobody else makes one. */
    private static final class Places {
        final Object[] all;

        Places(int most) {
            all = new Object[most];
        }
    }

    private final Object[] places;
    private int used;

    public Ranking(int places) {
        if (places < 1 || places > 9) {
            throw new IllegalArgumentException("places: " + places);
        }
        this.places = new Places(places).all;
    }

    public void add(T value) {
        if (value == null) {
            throw new IllegalArgumentException("value");
        }
        if (used == places.length) {
            throw new FullException(used);
        }
        int at = used++;
        while (at > 0 && value.compareTo(at(at - 1)) < 0) {
            places[at] = places[at - 1];
            at--;
        }
        places[at] = value;
    }

    public T best() {
        return used == 0 ? null : at(0);
    }

    public int size() {
        return used;
    }

    @SuppressWarnings("unchecked")
    private T at(int place) {
        return (T) places[place];
    }
}
