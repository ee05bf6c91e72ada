package proving;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Conditions as annotations, of anybody's package. */
public class Annotated {
    @Retention(RetentionPolicy.CLASS)
    @interface Requires {
        String[] value();
    }

    @interface Ensures {
        String[] value();
    }

    @Requires("x != 0")
    @Ensures({"result <= 100", "result * x == 100"})
    public static int inverse(int x) {
        return 100 / x;
    }

    @Requires({"a != null", "a.length > 0"})
    @Ensures("result == a[0]")
    public static int first(int[] a) {
        return a[0];
    }

    @Requires("y > 0")
    public static int wrong(int x) {
        return x;
    }
}
