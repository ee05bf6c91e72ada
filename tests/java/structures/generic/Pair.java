package structures.generic;

import java.util.Comparator;

/** Two values. */
record Pair<A, B>(A left, B right) {

    // goal: complete classes 1
    Pair<B, A> swapped() {
        return new Pair<>(right, left);                 // goal: reach
    }

    // goal: branches
    static int least(Pair<Integer, Integer> pair) {
        int left = pair.left();                         // goal: throws java.lang.NullPointerException
        int right = pair.right();                       // goal: throws java.lang.NullPointerException
        return left < right ? left : right;             // goal: reach
    }

    // goal: branches
    static boolean ascending(Pair<String, String> pair, Comparator<String> order) {
        return order.compare(pair.left(), pair.right()) <= 0;       // goal: reach throws java.lang.NullPointerException
    }

    // goal: branches
    static int nested(Pair<Pair<Integer, Integer>, Integer> pair) {
        if (pair.left().right() == 7 && pair.right() == 9) {        // goal: throws java.lang.NullPointerException
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }
}
