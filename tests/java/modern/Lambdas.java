package modern;

import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Lambdas and method references: captured, composed, returned, recursive. */
public class Lambdas {

    // goal: complete
    static int composed(int x) {
        IntUnaryOperator twice = v -> v * 2;
        IntUnaryOperator plusThree = v -> v + 3;
        if (twice.andThen(plusThree).applyAsInt(x) == 17) {
            return 1;                                   // goal: reach
        }
        if (twice.compose(plusThree).applyAsInt(x) == 17) {
            return 2;                                   // goal: dead
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int captured(int a, int b) {
        Supplier<Integer> sum = () -> a + b;
        Supplier<Integer> difference = () -> a - b;
        if (sum.get() == 10 && difference.get() == 4) {
            return a;                                   // goal: reach returns 7
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int chosen(char sign, int left, int right) {
        IntBinaryOperator operation = switch (sign) {
            case '+' -> (x, y) -> x + y;
            case '-' -> (x, y) -> x - y;
            case '*' -> (x, y) -> x * y;
            case '/' -> (x, y) -> x / y;                // goal: reach throws java.lang.ArithmeticException
            default -> throw new IllegalArgumentException("sign");  // goal: reach throws java.lang.IllegalArgumentException
        };
        int result = operation.applyAsInt(left, right);
        if (sign == '*' && result == 77 && left > 1 && left < 10 && right > 0 && right < 100) {
            return left;                                // goal: reach returns 7
        }
        return result;                                  // goal: reach
    }

    // goal: complete
    static boolean predicates(int age) {
        Predicate<Integer> adult = v -> v >= 18;
        Predicate<Integer> retired = v -> v > 66;
        Predicate<Integer> working = adult.and(retired.negate());
        if (working.or(v -> v == -1).test(age)) {
            return true;                                // goal: reach
        }
        return false;                                   // goal: reach
    }

    // goal: complete
    static int methodReference(String text) {
        Function<String, Integer> length = String::length;  // goal: reach
        if (length.apply(text) == 4) {                  // goal: throws java.lang.NullPointerException
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int boundReference(String text, String other) {
        Predicate<String> same = text::equals;          // goal: throws java.lang.NullPointerException
        if (same.test(other)) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static final class Money {
        final int cents;

        Money(int cents) {
            if (cents < 0) {
                throw new IllegalArgumentException("negative");
            }
            this.cents = cents;
        }

        static Money ofEuros(int euros) {
            return new Money(euros * 100);
        }
    }

    static int constructorReference(int euros) {
        Function<Integer, Money> make = euros > 50 ? Money::ofEuros : Money::new;
        Money money = make.apply(euros);
        if (money.cents == 7700 && euros < 1000) {
            return euros;                               // goal: reach returns 77
        }
        if (money.cents == 33) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: explored
    static int higherOrder(IntPredicate accept, int x) {
        if (accept.test(x)) {                           // goal: throws java.lang.NullPointerException
            if (x == 1234) {
                return 2;                               // goal: reach
            }
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int curried(int a, int b) {
        Function<Integer, Function<Integer, Integer>> add = x -> y -> x + y;
        if (add.apply(a).apply(b) == Integer.MIN_VALUE && a > 0 && b > 0) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int callable(int x) throws Exception {
        Callable<Integer> task = () -> {
            if (x == 13) {
                throw new java.io.IOException("unlucky");   // goal: reach throws java.io.IOException
            }
            return x;                                   // goal: reach
        };
        return task.call();                             // goal: reach
    }

    static int compared(String left, String right) {
        Comparator<String> order = Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder());
        int result = order.compare(left, right);        // goal: throws java.lang.NullPointerException
        if (result < 0) {
            return -1;                                  // goal: reach
        }
        if (result > 0) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int applied(int times, int start) {
        UnaryOperator<Integer> step = v -> v * 3 + 1;
        Function<Integer, Integer> all = Function.identity();
        for (int i = 0; i < times; i++) {
            all = all.andThen(step);
        }
        if (times < 4 && all.apply(start) == 40 && start != 40 && start != 13) {
            return start;                               // goal: reach returns 4
        }
        return -1;                                      // goal: reach
    }

    static int biFunction(BiFunction<Integer, Integer, Integer> merge) {
        Integer result = merge.apply(3, 4);             // goal: throws java.lang.NullPointerException
        if (result == null) {
            return -1;                                  // goal: reach
        }
        if (result == 12) {
            return 12;                                  // goal: reach
        }
        return 0;                                       // goal: reach
    }
}
