package domain;

import java.util.List;
import java.util.Optional;

/** Methods that look at optional values. */
public class Optionals {
    private final Optional<String> name;

    public Optionals(String name) {
        this.name = Optional.ofNullable(name);
    }

    public String name() {
        return name.orElse("none");
    }

    static boolean isThere(Optional<String> it) {
        return it.isPresent();
    }

    static int length(Optional<String> it) {
        return it.map(String::length).orElse(-1);
    }

    static int large(Optional<Integer> it) {
        return it.get() > 3 ? 1 : 0;
    }

    static int first(List<Optional<Integer>> list) {
        return list.isEmpty() || !list.get(0).isPresent() ? -1 : list.get(0).get();
    }

    /** There is one empty optional. */
    static boolean isTheEmptyOne(Optional<String> it) {
        return it == Optional.<String>empty();
    }
}
