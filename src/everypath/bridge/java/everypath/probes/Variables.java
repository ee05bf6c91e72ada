package everypath.probes;

import java.util.Map;
import java.util.TreeMap;

/** The environment variables that a replay sees ({@code System.getenv}), which plans set. */
public final class Variables {
    /**
     * All of them; {@code everypath.bridge.Environment} puts this map in place of the JVM's own. Like that one it
     * refuses names that are null or no strings.
     */
    public static final Map<String, String> ALL = new TreeMap<>();

    private Variables() {}

    /** Sets a variable, or removes it where the value is null. */
    public static void set(String name, String value) {
        if (value == null) {
            ALL.remove(name);
        } else {
            ALL.put(name, value);
        }
    }
}
