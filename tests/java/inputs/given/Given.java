package given;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;

/** Declarations that inputs are read from. */
public class Given {

    @Retention(RetentionPolicy.CLASS)
    @interface NotNull { }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Nullable { }

    static class Box<T> {
        T content;
        List<? extends T> more;
    }

    static class Names extends Box<String> { }

    static class Chest<E> extends Box<E> {
        void add(E element) {
            content = element;
        }
    }

    static class Closed {
        private int inside;

        int inside() {
            return inside;
        }
    }

    record Point(int x, int y) { }

    static int marked(@NotNull String sure, @Nullable String maybe, String plain) {
        return 0;
    }
}
