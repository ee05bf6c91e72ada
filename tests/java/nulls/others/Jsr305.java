package others;

import javax.annotation.Nullable;
import javax.annotation.ParametersAreNonnullByDefault;

/** The default of one library. */
@ParametersAreNonnullByDefault
public class Jsr305 {
    static int length(String s) {
        return s.length();
    }

    static int maybe(@Nullable String s) {
        return s.length();
    }
}
