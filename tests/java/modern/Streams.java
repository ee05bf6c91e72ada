package modern;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Streams over arrays, ranges, lists and strings. */
public class Streams {

    static int total(int[] values) {
        int sum = Arrays.stream(values).filter(v -> v > 0).sum();   // goal: throws java.lang.NullPointerException
        if (sum == 100) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int evens(int a, int b, int c) {
        long even = IntStream.of(a, b, c).filter(v -> v % 2 == 0).count();
        if (even == 3) {
            return 3;                                   // goal: reach
        }
        if (even == 0) {
            return 0;                                   // goal: reach
        }
        return (int) even;                              // goal: reach
    }

    static int largest(int a, int b, int c) {
        int max = IntStream.of(a, b, c).max().getAsInt();
        if (max == c && c == 42 && a == b + 1) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int rangeSum(int n) {
        int sum = IntStream.rangeClosed(1, n).sum();
        if (sum == 15) {
            return n;                                   // goal: reach returns 5
        }
        return -1;                                      // goal: reach
    }

    static boolean anyNegative(List<Integer> values) {
        if (values.stream().anyMatch(v -> v < 0)) {     // goal: throws java.lang.NullPointerException
            return true;                                // goal: reach
        }
        return false;                                   // goal: reach
    }

    static int mapped(List<String> words) {
        int letters = words.stream().filter(Objects::nonNull).mapToInt(String::length).sum();   // goal: throws java.lang.NullPointerException
        if (letters == 5) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static String joined(List<String> words) {
        String text = words.stream().map(w -> w + "!").collect(Collectors.joining(",", "[", "]"));
        if (text.equals("[]")) {
            return "none";                              // goal: reach
        }
        if (text.equals("[a!,b!]")) {
            return "ab";                                // goal: reach
        }
        return text;                                    // goal: reach
    }

    static int grouped(int a, int b, int c) {
        Map<Boolean, List<Integer>> parts = Stream.of(a, b, c).collect(Collectors.partitioningBy(v -> v > 10));
        if (parts.get(true).size() == 2 && parts.get(false).get(0) == 5) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int reduced(int a, int b, int c) {
        int product = Stream.of(a, b, c).reduce(1, (x, y) -> x * y);
        if (product == 30 && a > 1 && b > a && c > b && c < 100) {
            return a * 100 + b * 10 + c;                // goal: reach returns 235
        }
        return 0;                                       // goal: reach
    }

    static int firstLong(List<String> words) {
        String found = words.stream().filter(w -> w.length() > 3).findFirst().orElse("");   // goal: throws java.lang.NullPointerException
        if (found.isEmpty()) {
            return 0;                                   // goal: reach
        }
        return found.length();                          // goal: reach
    }

    static int sortedFirst(int a, int b, int c) {
        int smallest = Stream.of(a, b, c).sorted(Comparator.reverseOrder()).skip(2).findFirst().get();
        if (smallest == 7) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int distinct(int a, int b, int c) {
        long count = IntStream.of(a, b, c).distinct().count();
        if (count == 1) {
            return 1;                                   // goal: reach
        }
        if (count == 2) {
            return 2;                                   // goal: reach
        }
        return 3;                                       // goal: reach
    }

    static int letters(String text) {
        long upper = text.chars().filter(Character::isUpperCase).count();   // goal: throws java.lang.NullPointerException
        if (upper == 2) {
            return 2;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int flattened(int n) {
        int sum = Stream.of(List.of(1, n), List.of(2, 3)).flatMap(List::stream).mapToInt(Integer::intValue).sum();
        if (sum == 10) {
            return n;                                   // goal: reach returns 4
        }
        return 0;                                       // goal: reach
    }

    static int collectedMap(String first, String second) {
        Map<Integer, String> byLength = Stream.of(first, second).collect(Collectors.toMap(String::length, w -> w));  // goal: throws java.lang.IllegalStateException
        if (byLength.containsKey(4)) {
            return 4;                                   // goal: reach
        }
        return byLength.size();                         // goal: reach
    }

    static int iterated(int seed) {
        int fifth = IntStream.iterate(seed, v -> v * 2).limit(5).skip(4).findFirst().getAsInt();
        if (fifth == 48 && seed > 0 && seed < 100) {
            return seed;                                // goal: reach returns 3
        }
        return -1;                                      // goal: reach
    }

    static boolean lazily(int[] calls, int x) {
        Stream.of(1, 2, x).peek(v -> calls[0]++).takeWhile(v -> v < 3).forEach(v -> { });   // goal: throws java.lang.NullPointerException
        if (calls[0] == 3 && x > 5) {
            return true;                                // goal: reach
        }
        return false;                                   // goal: reach
    }
}
