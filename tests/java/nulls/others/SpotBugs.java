package others;

import edu.umd.cs.findbugs.annotations.DefaultAnnotation;
import javax.annotation.Nullable;
import org.jspecify.annotations.NonNull;

/** The default of one library. */
@DefaultAnnotation(NonNull.class)
public class SpotBugs {
    static int length(String s) {
        return s.length();
    }

    static int maybe(@Nullable String s) {
        return s.length();
    }
}
