package marked;

import java.util.function.Supplier;
import org.jspecify.annotations.NonNull;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/** In a package that is null-marked: what may be null says so. */
public class Users<T> {
    static class Address {
        String street = "";
        @Nullable String note;
    }

    @NullUnmarked
    static class Older {
        static int length(String s) {
            return s.length();
        }

        static int sure(@NonNull String s) {
            return s.length();
        }
    }

    class Inner {
        int one;
    }

    static int length(String s) {
        return s.length();
    }

    static int maybe(@Nullable String s) {
        return s.length();
    }

    @NullUnmarked
    static int open(String s) {
        return s.length();
    }

    static int first(String[] all) {
        return all.length == 0 ? 0 : all[0].length();
    }

    static int firstOrNull(@Nullable String[] all) {
        return all.length == 0 ? 0 : all[0].length();
    }

    static int noArray(String @Nullable [] all) {
        return all.length == 0 ? 0 : all[0].length();
    }

    static int street(Address address) {
        return address.street.length();
    }

    static int note(Address address) {
        return address.note.length();
    }

    static int supplied(Supplier<String> from) {
        return from == null ? 1 : 0;
    }

    static <E> int variable(E some) {
        return some.hashCode() == 0 ? 1 : 0;
    }

    static int inner(Users<String>.@Nullable Inner some) {
        return some.one;
    }
}
