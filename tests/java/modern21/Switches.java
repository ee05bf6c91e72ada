package modern21;

import java.util.List;
import java.util.SequencedCollection;

/** Pattern switches, record patterns, guards, sequenced collections (Java 21). */
public class Switches {

    sealed interface Shape permits Circle, Square, Rectangle { }

    record Circle(int radius) implements Shape { }

    record Square(int side) implements Shape { }

    record Rectangle(int width, int height) implements Shape { }

    sealed interface Expr { }

    record Num(int value) implements Expr { }

    record Add(Expr left, Expr right) implements Expr { }

    record Neg(Expr inner) implements Expr { }

    enum Suit { CLUBS, DIAMONDS, HEARTS, SPADES }

    static int area(Shape shape) {
        return switch (shape) {                         // goal: throws java.lang.NullPointerException
            case Circle(int r) when r > 10 -> 1000;     // goal: reach
            case Circle(int r) -> 3 * r * r;            // goal: reach
            case Square(int side) -> side * side;       // goal: reach
            case Rectangle(int w, int h) when w == h -> w;      // goal: reach
            case Rectangle(int w, int h) -> w * h;      // goal: reach
        };
    }

    static int simplify(Expr expr) {
        return switch (expr) {
            case Neg(Neg(var inner)) -> 1;              // goal: reach
            case Add(Num(int a), Num(int b)) when a == -b -> 2;     // goal: reach
            case Add(var left, Num(var n)) when n == 0 -> 3;        // goal: reach
            case Num n -> n.value();                    // goal: reach
            case null -> -1;                            // goal: reach
            default -> 0;                               // goal: reach
        };
    }

    static String describe(Object o) {
        return switch (o) {
            case null -> "null";                        // goal: reach
            case Integer i when i > 1_000_000 -> "large";       // goal: reach
            case Integer i -> "int";                    // goal: reach
            case String s when s.isEmpty() -> "empty";  // goal: reach
            case String s -> s;                         // goal: reach
            case int[] a when a.length > 2 && a[2] == 9 -> "nine";      // goal: reach
            case Suit s when s == Suit.HEARTS -> "love";        // goal: reach
            case Suit s -> "suit";                      // goal: reach
            default -> "other";                         // goal: reach
        };
    }

    static int suits(Suit suit, int rank) {
        return switch (suit) {                          // goal: throws java.lang.NullPointerException
            case CLUBS, SPADES -> rank;                 // goal: reach
            case HEARTS -> {
                if (rank * 7 == 91) {
                    yield 13;                           // goal: reach
                }
                yield 0;                                // goal: reach
            }
            case DIAMONDS -> -rank;                     // goal: reach
        };
    }

    static int deconstructed(Object o) {
        if (o instanceof Rectangle(int w, int h) && w > h && w - h == 5) {
            return 1;                                   // goal: reach
        }
        if (o instanceof Add(Num(var a), Neg(Num(var b))) && a == b) {
            return 2;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int sequenced(int a, int b) {
        List<Integer> list = List.of(a, b, 3);
        if (list.getFirst() == 7 && list.reversed().get(1) == 8) {
            return 1;                                   // goal: reach
        }
        SequencedCollection<Integer> view = list.reversed();
        return view.getFirst();                         // goal: reach returns 3
    }

    static <T extends Comparable<T>> int order(T a, T b) {
        return Integer.signum(a.compareTo(b));
    }

    static int characters(CharSequence text) {
        return switch (text) {                          // goal: throws java.lang.NullPointerException
            case String s when s.length() == 2 && s.charAt(0) > s.charAt(1) -> 1;   // goal: reach
            case String s -> 2;                         // goal: reach
            case StringBuilder b -> b.length();         // goal: reach
            default -> 3;                               // goal: reach
        };
    }
}
