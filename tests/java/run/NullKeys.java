import java.util.HashMap;
import java.util.Map;

/** A key whose hash is that of null is compared with null, and with no other one before that. */
public final class NullKeys {
    static final class Zero {
        @Override
        public int hashCode() {
            return 0;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Zero;
        }
    }

    public static int distinct(String first, boolean both) {
        Map<Object, Integer> counts = new HashMap<>();
        counts.put(first, 1);
        counts.put(null, 2);
        if (both) {
            counts.put(new Zero(), 3);
        }
        return counts.size();
    }
}
