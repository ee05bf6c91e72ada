package structures.generic;

import java.util.Iterator;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Numbers from a first to a last one, to be walked through. */
final class Span implements Iterable<Integer> {
    final int from;
    final int to;

    Span(int from, int to) {
        this.from = from;
        this.to = to;                                   // goal: reach
    }

    @Override
    public Iterator<Integer> iterator() {
        return new Iterator<>() {                       // goal: reach
            private int at = from;

            @Override
            public boolean hasNext() {
                return at <= to;
            }

            @Override
            public Integer next() {
                return at++;
            }
        };
    }

    // goal: branches
    <R> R fold(R start, BiFunction<R, Integer, R> step) {
        R result = start;
        for (int number : this) {
            result = step.apply(result, number);        // goal: reach throws java.lang.NullPointerException
        }
        return result;                                  // goal: reach
    }

    // goal: branches
    static int total(int from, int count) {
        int total = new Span(from, from + count % 4).fold(0, Integer::sum);
        return total == 50 ? from : -1;                 // goal: returns 11 returns -1
    }

    // goal: branches
    static int firstOver(Span span, Function<Integer, Integer> measure) {
        for (int number : span) {                       // goal: throws java.lang.NullPointerException
            if (measure.apply(number) > 100) {          // goal: throws java.lang.NullPointerException
                return number;                          // goal: reach
            }
        }
        return 0;                                       // goal: returns 0
    }
}
