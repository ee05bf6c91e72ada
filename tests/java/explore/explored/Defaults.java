package explored;

import java.util.Iterator;

/** Default methods of interfaces run on stubs, too. */
public class Defaults {
    /** Not public. */
    interface Source {
        int next();

        default int pair() {
            return next() * 10 + next();
        }
    }

    public static int twice(Source source) {
        return source.pair() == 42 ? 1 : 0;
    }

    public static int count(Iterator<String> names) {
        int[] count = {0};
        names.forEachRemaining(name -> count[0]++);
        return count[0] > 1 ? 1 : 0;
    }
}
