package seeds;

import java.util.Set;

/** CTB, Fig. 8: what is left of the second set depends on whether it is the first. */
public class Alias {
    public static Set<Object> aliasable(Set<Object> x, Set<Object> y) {
        Object three = Integer.valueOf(3);
        x.remove(three);
        if (y.contains(three)) {
            return x;
        }
        return null;
    }
}
