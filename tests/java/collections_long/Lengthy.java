package collections;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Scanner;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.TreeSet;

/** What takes seconds: divisions in calendars, many pieces of texts, many paths. */
public class Lengthy {
    static int leapDay(int year) {
        if (year < 1900 || year > 2100) {
            return -1;                                  // goal: reach
        }
        LocalDate date = LocalDate.of(year, 3, 1).minusDays(1);
        if (date.getDayOfMonth() == 29) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int epoch(long seconds) {
        Instant instant = Instant.ofEpochSecond(seconds);
        if (instant.atOffset(ZoneOffset.UTC).toEpochSecond() == 86_400) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int words(String text) {
        StringTokenizer words = new StringTokenizer(text, ",");
        if (words.countTokens() == 3 && words.nextToken().equals("go")) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int scanned(boolean which) {
        Scanner scanner = new Scanner(which ? "12 apples" : "pears 3");
        if (scanner.hasNextInt()) {
            return scanner.nextInt();                   // goal: reach returns 12
        }
        return scanner.next().length();                 // goal: reach returns 5
    }

    static int nested(int[] numbers) {
        Map<Boolean, Set<Integer>> parts = new HashMap<>();
        for (int each : numbers) {
            parts.computeIfAbsent(each % 2 == 0, k -> new TreeSet<>()).add(each);
        }
        if (parts.size() == 2 && parts.get(true).size() == 2) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static boolean matched(int[] numbers) {
        return Arrays.stream(numbers).anyMatch(x -> x == 31) && numbers.length == 3;    // goal: reach returns 1 returns 0
    }
}
