package com.acme.scores;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/** Scores of players, with lambdas and streams. */
public final class Scores {
    private Scores() {
    }

    public static double average(int[] scores) {
        return Arrays.stream(scores).average().getAsDouble();
    }

    public static int countOver(int[] scores, int least) {
        IntPredicate over = score -> score > least;
        int count = 0;
        for (int score : scores) {
            if (over.test(score)) {
                count++;
            }
        }
        return count;
    }

    public static int twice(IntUnaryOperator rule, int score) {
        return rule.andThen(rule).applyAsInt(score);
    }

    public static String winner(List<String> names) {
        Optional<String> first = names.stream().filter(name -> !name.isEmpty()).findFirst();
        return first.orElse("nobody");
    }
}
