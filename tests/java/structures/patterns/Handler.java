package structures.patterns;

import java.util.function.IntPredicate;

/** Chain of responsibility: the first handler that accepts a request answers it. */
class Handler {
    final int answer;
    final IntPredicate accepts;
    Handler next;

    Handler(int answer, IntPredicate accepts) {
        this.answer = answer;
        this.accepts = accepts;                         // goal: reach
    }

    /** Planted: nobody may feel responsible, and a handler may have no predicate. */
    // goal: branches
    int handle(int request) {
        Handler at = this;
        while (!at.accepts.test(request)) {             // goal: throws java.lang.NullPointerException
            at = at.next;                               // goal: reach
        }
        return at.answer;                               // goal: reach
    }

    // goal: branches clean
    static int sorted(int request) {
        Handler small = new Handler(1, n -> n < 10);
        Handler even = new Handler(2, n -> n % 2 == 0);
        Handler rest = new Handler(3, n -> true);
        small.next = even;
        even.next = rest;
        return small.handle(request);                   // goal: returns 1 returns 2 returns 3
    }
}
