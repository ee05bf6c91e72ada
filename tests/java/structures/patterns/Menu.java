package structures.patterns;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.IntPredicate;

/** Iterator and decorator: the numbers of an iterator that pass a filter, looked up one ahead. */
final class Menu implements Iterator<Integer> {
    private final Iterator<Integer> source;
    private final IntPredicate filter;
    private Integer ahead;

    Menu(Iterator<Integer> source, IntPredicate filter) {
        this.source = source;
        this.filter = filter;
    }

    @Override
    public boolean hasNext() {
        while (ahead == null && source.hasNext()) {
            Integer found = source.next();
            if (filter.test(found)) {
                ahead = found;
            }
        }
        return ahead != null;
    }

    @Override
    public Integer next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        Integer found = ahead;
        ahead = null;
        return found;
    }

    // goal: branches
    static int sumOfEven(Iterator<Integer> numbers) {
        int sum = 0;
        Menu even = new Menu(numbers, n -> n % 2 == 0);
        while (even.hasNext()) {
            sum += even.next();
        }
        return sum == 42 ? 1 : 0;                       // goal: returns 1 returns 0
    }

    // goal: branches
    static int countOdd(int a, int b) {
        Menu odd = new Menu(java.util.List.of(a, b).iterator(), n -> n % 2 != 0);
        int count = 0;
        while (odd.hasNext()) {
            odd.next();
            count++;
        }
        return count;                                   // goal: returns 0 returns 1 returns 2
    }
}
