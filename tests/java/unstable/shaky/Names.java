package shaky;

import java.util.ArrayList;
import java.util.List;

/** Cannot be initialised before {@link Defaults}, which needs it. */
public class Names {
    static final List<String> ALL = new ArrayList<>(Defaults.FIRST);

    static int count() {
        return ALL.size();
    }
}

class Defaults {
    static final List<String> FIRST = List.of("a");
    static final int COUNT = Names.ALL.size();
}
