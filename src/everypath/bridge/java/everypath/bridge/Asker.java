package everypath.bridge;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Calls pure JDK methods on concrete arguments. */
final class Asker {
    private final Members members = new Members(ClassLoader.getPlatformClassLoader());
    private final Guard guard;
    private final Environment environment;

    Asker(Guard guard, Environment environment) {
        this.guard = guard;
        this.environment = environment;
    }

    /**
     * One call: {@code class, name, descriptor, arguments, ms}; the receiver of an instance method is the first
     * argument. The answer holds {@code status (ok|throw|timeout|bad-plan)} and {@code returned} or the exception.
     */
    Map<String, Object> ask(Map<String, Object> request) {
        Map<String, Object> answer = new LinkedHashMap<>();
        guard.begin(request.get("id"), Long.MAX_VALUE, (Long) request.get("ms"));
        boolean overdue;
        try {
            call(answer, request);
        } finally {
            overdue = guard.end();
        }
        if (overdue) {
            answer.put("status", "timeout");
        }
        environment.restore(answer);
        return answer;
    }

    private void call(Map<String, Object> answer, Map<String, Object> request) {
        SnapshotWriter writer = new SnapshotWriter(null, false, false);
        try {
            String name = (String) request.get("name");
            List<Object> arguments = new ArrayList<>();
            for (Object argument : (List<?>) request.get("arguments")) {
                arguments.add(argument((List<?>) argument));
            }
            Object returned;
            boolean primitive = false;
            if (name.equals("<init>")) {
                returned = members.constructor((String) request.get("class"), (String) request.get("descriptor"))
                        .newInstance(arguments.toArray());
            } else {
                Method method = members.method(
                        (String) request.get("class"), name, (String) request.get("descriptor"));
                Object receiver = Modifier.isStatic(method.getModifiers()) ? null : arguments.remove(0);
                returned = method.invoke(receiver, arguments.toArray());
                primitive = method.getReturnType().isPrimitive() && returned != null;
            }
            answer.put("status", "ok");
            answer.put("returned", primitive ? SnapshotWriter.primitive(returned) : writer.reference(returned));
            answer.put("objects", writer.objects());
        } catch (InvocationTargetException e) {
            answer.put("status", "throw");
            Throwables.describe(answer, e.getCause());
        } catch (PlanException | ReflectiveOperationException | RuntimeException e) {
            answer.put("status", "bad-plan");
            answer.put("message", e.toString());
        }
    }

    private Object argument(List<?> written) throws PlanException {
        if (written == null) {
            return null;
        }
        String tag = (String) written.get(0);
        switch (tag) {
            case "T":
                return written.get(1);
            case "L":
                return members.descriptor((String) written.get(1));
            case "a":
                return array((String) written.get(1), (List<?>) written.get(2));
            default:
                return Values.decode(tag.charAt(0), (Long) written.get(1));
        }
    }

    private Object array(String element, List<?> content) throws PlanException {
        Class<?> type = members.descriptor(element);
        Object result = java.lang.reflect.Array.newInstance(type, content.size());
        for (int i = 0; i < content.size(); i++) {
            Object value = type.isPrimitive()
                    ? argument(Arrays.asList(element, content.get(i)))
                    : argument((List<?>) content.get(i));
            java.lang.reflect.Array.set(result, i, value);
        }
        return result;
    }
}
