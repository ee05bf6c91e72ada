package collections;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Streams over symbolic elements. */
public class Streams {
    record Item(String name, int price) { }

    // goal: complete
    static int total(int a, int b) {
        int total = Stream.of(a, b, 3).filter(x -> x > 0).mapToInt(x -> x * 2).sum();
        if (total == 46) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int ranged(int n) {
        if (n < 0 || n > 6) {
            return -1;                                  // goal: reach
        }
        return IntStream.rangeClosed(1, n).reduce(1, (x, y) -> x * y);  // goal: reach returns 120
    }

    // goal: complete
    static int cheapest(int a, int b) {
        Optional<Item> best = Stream.of(new Item("a", a), new Item("b", b)).min(Comparator.comparingInt(Item::price));
        if (best.get().name().equals("b")) {
            return best.map(Item::price).orElse(0) == 12 ? 12 : 2;   // goal: reach returns 12
        }
        return 1;                                       // goal: reach
    }

    static int grouped(int a, int b, int c) {
        Map<Boolean, List<Integer>> parts = Stream.of(a, b, c).collect(Collectors.partitioningBy(x -> x > 10));
        if (parts.get(true).size() == 2 && parts.get(false).get(0) == 7) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int distinct(int a, int b) {
        List<Integer> list = Stream.of(a, b, 5).distinct().sorted().toList();
        if (list.size() == 1) {
            return 1;                                   // goal: reach
        }
        return list.get(0) == 5 ? 2 : 3;                // goal: reach returns 2 returns 3
    }

    static String joined(String a, String b) {
        String text = Stream.of(a, b).filter(s -> !s.isEmpty()).map(s -> s + "!").collect(Collectors.joining("-"));
        if (text.equals("x!-y!")) {
            return "both";                              // goal: reach
        }
        return text;                                    // goal: reach
    }

    // goal: complete
    static int iterated(int limit) {
        int last = IntStream.iterate(1, x -> x * 3).limit(6).filter(x -> x > limit).findFirst().orElse(-1);
        return last;                                    // goal: reach returns 81 returns -1
    }

    static int flattened(List<List<Integer>> lists) {
        int sum = lists.stream().flatMap(List::stream).mapToInt(Integer::intValue).sum();
        if (sum == 99) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static long counted(List<String> names) {
        long count = names.stream().filter(s -> s.startsWith("a")).count();
        if (count == 2) {
            return 2;                                   // goal: reach
        }
        return count;                                   // goal: reach returns 0
    }
}
