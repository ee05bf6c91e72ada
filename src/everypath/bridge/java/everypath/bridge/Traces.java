package everypath.bridge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Stack traces as data, without the frames of the bridge itself. */
final class Traces {
    private static final int MAX_FRAMES = 64;

    private Traces() {}

    /** Innermost first, {@code [class, method, line]}, down to where the bridge called the code under test. */
    static List<Object> frames(StackTraceElement[] trace) {
        int end = trace.length;
        for (int i = 0; i < trace.length; i++) {
            if (trace[i].getClassName().startsWith("everypath.bridge.")) {
                end = i;
                break;
            }
        }
        while (end > 0 && isReflection(trace[end - 1].getClassName())) {
            end--;
        }
        List<Object> result = new ArrayList<>();
        for (int i = 0; i < end && result.size() < MAX_FRAMES; i++) {
            StackTraceElement frame = trace[i];
            if (!frame.getClassName().startsWith("everypath.probes.")) {
                result.add(Arrays.asList(frame.getClassName(), frame.getMethodName(), frame.getLineNumber()));
            }
        }
        return result;
    }

    private static boolean isReflection(String name) {
        return name.startsWith("java.lang.reflect.")
                || name.startsWith("jdk.internal.reflect.")
                || name.startsWith("java.lang.invoke.");
    }
}
