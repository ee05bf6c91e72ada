package sound;

import java.util.HashMap;
import java.util.Map;

/** How many of each thing there are: never none. */
public class Inventory {
    private final Map<String, Integer> stock = new HashMap<>();

    public void add(String item, int count) {
        if (item == null || count < 1 || count > 1000) {
            throw new IllegalArgumentException();
        }
        stock.merge(item, count, (a, b) -> Math.min(5000, a + b));
    }

    public int count(String item) {
        Integer found = stock.get(item);
        return found == null ? 0 : found;
    }

    public void take(String item) {
        Integer left = stock.get(item);
        if (left == null) {
            throw new IllegalStateException("none");
        }
        if (left == 1) {
            stock.remove(item);
        } else {
            stock.put(item, left - 1);
        }
    }

    public int boxes(String item, int room) {
        if (!stock.containsKey(item)) {
            return 0;
        }
        return room / stock.get(item);
    }

    public int kinds() {
        return stock.size();
    }

    public int mean() {
        if (stock.isEmpty()) {
            return 0;
        }
        int sum = 0;
        for (int each : stock.values()) {
            sum += each;
        }
        return sum / stock.size();
    }
}
