package others;

import javax.annotation.Nullable;
import org.checkerframework.framework.qual.DefaultQualifier;
import org.checkerframework.framework.qual.TypeUseLocation;
import org.jspecify.annotations.NonNull;

/** The default of one library. */
@DefaultQualifier(value = NonNull.class, locations = TypeUseLocation.PARAMETER)
public class Checker {
    static int length(String s) {
        return s.length();
    }

    static int maybe(@Nullable String s) {
        return s.length();
    }
}
