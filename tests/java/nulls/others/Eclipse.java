package others;

import javax.annotation.Nullable;
import org.eclipse.jdt.annotation.NonNullByDefault;

/** The default of one library. */
@NonNullByDefault
public class Eclipse {
    static int length(String s) {
        return s.length();
    }

    static int maybe(@Nullable String s) {
        return s.length();
    }
}
