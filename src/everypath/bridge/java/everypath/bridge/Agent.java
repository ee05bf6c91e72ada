package everypath.bridge;

import java.lang.instrument.Instrumentation;

/** The agent that instruments the JDK's sinks. It keeps nothing: {@link Containment} takes what it was given. */
public final class Agent {
    private static Instrumentation given;

    private Agent() {}

    /** Called by the JVM. */
    public static void agentmain(String argument, Instrumentation instrumentation) {
        given = instrumentation;
    }

    /** What the JVM gave, once. */
    static Instrumentation take() {
        Instrumentation result = given;
        given = null;
        return result;
    }
}
