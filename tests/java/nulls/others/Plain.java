package others;

import javax.annotation.Nullable;

/** The default of one library. */
public class Plain {
    static int length(String s) {
        return s.length();
    }

    static int maybe(@Nullable String s) {
        return s.length();
    }
}
