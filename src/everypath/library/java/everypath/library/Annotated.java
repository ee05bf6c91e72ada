package everypath.library;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is in an annotation. */
final class Annotated {
    private Annotated() {}

    /** The values by name, in the order in which {@code sun.reflect.annotation.AnnotationParser} has them. */
    static Map<String, Object> values(Object[] defaultNames, Object[] defaults, Object[] names, Object[] values) {
        Map<String, Object> unordered = new HashMap<>(0);
        for (int i = 0; i < defaults.length; i++) {
            unordered.put((String) defaultNames[i], defaults[i]);
        }
        Map<String, Object> all = new LinkedHashMap<>(unordered);
        for (int i = 0; i < values.length; i++) {
            all.put((String) names[i], values[i]);
        }
        return all;
    }
}
