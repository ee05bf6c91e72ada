package sample;

import java.util.ArrayList;
import java.util.List;

/** Parameters of generic types: of most a new object's type arguments are inferred, of some they cannot be. */
public class Inferred {
    static class Constants<E extends Enum<E>> {
        int size;
    }

    static int total(List<Integer> numbers) {
        return numbers.size() > 1 ? 2 : 1;
    }

    static <E extends Enum<E>> int count(Constants<E> constants) {
        return constants.size > 1 ? 2 : 1;
    }

    static String size(ArrayList<String> some) {
        return some.isEmpty() ? "none" : "some";
    }

    static String size(List<String> some, Object other) {
        return other == null ? "one" : some.isEmpty() ? "two" : "more";
    }
}
