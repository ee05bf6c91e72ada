package spring;

import org.springframework.lang.Nullable;

/** In a package whose parameters, results and fields are not null by default. */
public class Service {
    String name = "";

    static int length(String s) {
        return s.length();
    }

    static int maybe(@Nullable String s) {
        return s.length();
    }

    static int named(Service some) {
        return some.name.length();
    }
}
