package everypath.bridge;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

/** Exceptions as data. Code under test may have overridden every method of its exceptions: as little as can be runs. */
final class Throwables {
    private static final int MAX_CAUSES = 8;
    private static final MethodHandle TRACE = Access.handle(
            Throwable.class, "getOurStackTrace", MethodType.methodType(StackTraceElement[].class));

    private static final Field CAUSE = declared("cause");

    private Throwables() {}

    /** Adds class, message, stack trace and causes. The message may be computed by code under test. */
    static void describe(Map<String, Object> answer, Throwable thrown) {
        answer.put("exception", thrown.getClass().getName());
        answer.put("message", message(thrown));
        answer.put("trace", trace(thrown));
        List<Object> causes = new ArrayList<>();
        Throwable cause = cause(thrown);
        while (cause != null && causes.size() < MAX_CAUSES) {
            causes.add(Arrays.asList(
                    cause.getClass().getName(), message(cause), trace(cause)));
            cause = cause(cause);
        }
        if (!causes.isEmpty()) {
            answer.put("causes", causes);
        }
    }

    private static List<Object> trace(Throwable thrown) {
        try {
            return Traces.frames((StackTraceElement[]) TRACE.invokeExact(thrown));
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** The cause: the one that a class of the JDK returns, else the one it was given. */
    private static Throwable cause(Throwable thrown) {
        ClassLoader loader = thrown.getClass().getClassLoader();
        if (loader == null || loader == ClassLoader.getPlatformClassLoader()) {
            return thrown.getCause();
        }
        Throwable given = (Throwable) Access.get(CAUSE, thrown);
        return given == thrown ? null : given;
    }

    private static Field declared(String name) {
        for (Field field : Access.declaredFields(Throwable.class)) {
            if (field.getName().equals(name)) {
                return field;
            }
        }
        throw new NoSuchElementException(name);
    }

    private static String message(Throwable thrown) {
        try {
            return thrown.getMessage();
        } catch (RuntimeException e) {
            return null;
        }
    }
}
