package everypath.bridge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Exceptions as data. */
final class Throwables {
    private static final int MAX_CAUSES = 8;

    private Throwables() {}

    /** Adds class, message, stack trace and causes. The message may be computed by code under test. */
    static void describe(Map<String, Object> answer, Throwable thrown) {
        answer.put("exception", thrown.getClass().getName());
        answer.put("message", message(thrown));
        answer.put("trace", Traces.frames(thrown.getStackTrace()));
        List<Object> causes = new ArrayList<>();
        Throwable cause = thrown.getCause();
        while (cause != null && causes.size() < MAX_CAUSES) {
            causes.add(Arrays.asList(
                    cause.getClass().getName(), message(cause), Traces.frames(cause.getStackTrace())));
            cause = cause.getCause();
        }
        if (!causes.isEmpty()) {
            answer.put("causes", causes);
        }
    }

    private static String message(Throwable thrown) {
        try {
            return thrown.getMessage();
        } catch (RuntimeException e) {
            return null;
        }
    }
}
