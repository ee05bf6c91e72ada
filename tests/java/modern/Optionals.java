package modern;

import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalInt;

/** Optional as result, as parameter and in chains. */
public class Optionals {

    static int presence(Optional<String> name) {
        if (name.isPresent() && name.get().length() == 3) {     // goal: throws java.lang.NullPointerException
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int chained(String text) {
        int length = Optional.ofNullable(text).filter(t -> t.startsWith("a")).map(String::length).orElse(-1);
        if (length == 2) {
            return 2;                                   // goal: reach
        }
        if (length == -1) {
            return -1;                                  // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int required(Integer value) {
        return Optional.ofNullable(value).orElseThrow(() -> new NoSuchElementException("none"));    // goal: reach throws java.util.NoSuchElementException
    }

    // goal: complete
    static int primitive(int x) {
        OptionalInt half = x % 2 == 0 ? OptionalInt.of(x / 2) : OptionalInt.empty();
        if (half.isPresent() && half.getAsInt() == -21) {
            return x;                                   // goal: reach returns -42
        }
        return half.orElse(1);                          // goal: reach returns 1
    }

    static Optional<Integer> parsed(String text) {
        try {
            return Optional.of(Integer.parseInt(text)); // goal: reach
        } catch (NumberFormatException e) {
            return Optional.empty();                    // goal: reach
        }
    }

    static int parsedThen(String text) {
        if (parsed(text).filter(v -> v > 500).isPresent()) {
            return 1;                                   // goal: reach
        }
        return parsed(text).map(v -> 2).orElse(3);      // goal: reach returns 2 returns 3
    }

    // goal: complete
    static int flat(String first, String second) {
        Optional<String> chosen = Optional.ofNullable(first).or(() -> Optional.ofNullable(second));
        if (chosen.isEmpty()) {
            return 0;                                   // goal: reach
        }
        if (first == null) {
            return 2;                                   // goal: reach
        }
        return 1;                                       // goal: reach
    }
}
