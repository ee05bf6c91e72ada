import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a first check meets in ordinary code: lists, maps, streams, lambdas and strings; used by bench_start.py. */
public final class Orders {
    private final Map<String, Integer> stock = new HashMap<>();
    private final List<String> history = new ArrayList<>();

    /** Puts more of an article into stock. */
    public void deliver(String article, int count) {
        if (count <= 0) {
            throw new IllegalArgumentException("count " + count);
        }
        stock.merge(article, count, Integer::sum);
        history.add("+" + article);
    }

    /** Takes from the stock; says how many are left. */
    public int take(String article, int count) {
        Integer there = stock.get(article);
        if (there < count) {
            throw new IllegalStateException("only " + there + " of " + article);
        }
        stock.put(article, there - count);
        history.add("-" + article);
        return there - count;
    }

    /** How many articles one shelf would have to hold. */
    public int perShelf(int shelves) {
        return stock.values().stream().mapToInt(Integer::intValue).sum() / shelves;
    }

    /** The names that begin with a prefix, in capitals. */
    public static List<String> matching(List<String> names, String prefix) {
        return names.stream()
                .filter(name -> name.startsWith(prefix))
                .map(name -> name.toUpperCase(Locale.ROOT))
                .collect(Collectors.toList());
    }

    /** The number behind the colon of a line such as {@code nails:12}. */
    public static int amount(String line) {
        String[] parts = line.split(":");
        return Integer.parseInt(parts[1].trim());
    }

    /** The longest of some names. */
    public static String longest(List<String> names) {
        List<String> sorted = new ArrayList<>(names);
        sorted.sort(Comparator.comparing(String::length));
        return sorted.get(sorted.size() - 1);
    }

    /** A text with each of its words changed. */
    public static String eachWord(String text, Function<String, String> change) {
        StringBuilder result = new StringBuilder();
        for (String word : text.split(" ")) {
            if (result.length() > 0) {
                result.append(' ');
            }
            result.append(change.apply(word));
        }
        return result.toString();
    }
}
