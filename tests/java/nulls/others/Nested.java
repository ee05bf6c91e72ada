package others;

import javax.annotation.ParametersAreNonnullByDefault;
import org.eclipse.jdt.annotation.NonNullByDefault;

/** Defaults of enclosing classes hold inside, until one further in says otherwise. */
@ParametersAreNonnullByDefault
public class Nested {
    static class Inside {
        static int length(String s) {
            return s.length();
        }
    }

    @NonNullByDefault({})
    static class Cancelled {
        static int length(String s) {
            return s.length();
        }
    }
}
