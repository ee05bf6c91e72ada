import java.util.Comparator;

/** A cast that only code without type arguments can make fail, and one that is a bug. */
public final class Spans<T> {
    private enum Natural implements Comparator<Object> {
        ORDER;

        @Override
        @SuppressWarnings("unchecked")
        public int compare(Object left, Object right) {
            return ((Comparable<Object>) left).compareTo(right);
        }
    }

    private final T low;

    private Spans(T low) {
        this.low = low;
    }

    public static <T extends Comparable<? super T>> Spans<T> from(T low) {
        if (low == null) {
            throw new IllegalArgumentException("low");
        }
        return new Spans<>(low);
    }

    public boolean isBelow(T other) {
        return other != null && Natural.ORDER.compare(other, low) < 0;
    }

    public static int length(Object text) {
        return text == null ? 0 : ((String) text).length(); // finds: error EP005 length
    }
}
