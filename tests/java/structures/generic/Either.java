package structures.generic;

import java.util.function.Function;

/** One of two values; a failure may have led to another. */
sealed interface Either<L, R> {

    record Left<L, R>(L value, Either<L, R> cause) implements Either<L, R> { }

    record Right<L, R>(R value) implements Either<L, R> { }

    // goal: branches
    static int causes(Either<String, Integer> either) {
        int causes = 0;
        Either<String, Integer> at = either;
        while (at instanceof Left<String, Integer> left) {
            causes++;
            at = left.cause();
        }
        return at == null ? -causes : causes;           // goal: returns 0 returns 1 returns -1
    }

    // goal: branches
    static int or(Either<String, Integer> either, Function<String, Integer> mend) {
        if (either instanceof Right<String, Integer> right) {
            return right.value();                       // goal: reach throws java.lang.NullPointerException
        }
        if (either instanceof Left<String, Integer> left && left.value() != null) {
            return mend.apply(left.value());            // goal: reach throws java.lang.NullPointerException
        }
        return 0;                                       // goal: reach
    }
}
