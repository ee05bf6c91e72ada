package everypath.bridge;

import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.Buffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The static state of JDK classes after their initialisation, with the object graph below it.
 *
 * <p>Every object gets one id for the life of this process; an answer holds the objects not sent before. A field whose
 * graph cannot be carried over is refused with a reason, and leaves no trace in the ids.
 */
final class Statics {
    private final IdentityHashMap<Object, Integer> ids = new IdentityHashMap<>();
    private int next;
    private final Members members = new Members(ClassLoader.getPlatformClassLoader());

    /** A static field whose object graph cannot be sent. */
    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        Refused(String reason) {
            super(reason, null, false, false);
        }
    }

    /**
     * Initialises {@code class} and answers with {@code fields} ({@code [name, descriptor, value]}), {@code nodes}
     * ({@code [id, kind, …]}) and {@code refused} (field to reason); at most {@code limit} new nodes per field.
     */
    Map<String, Object> image(Map<String, Object> request) {
        Map<String, Object> answer = new LinkedHashMap<>();
        begin(request);
        try {
            image(answer, members.type((String) request.get("class")), ((Long) request.get("limit")).intValue());
        } catch (PlanException e) {
            answer.put("failure", e.getMessage());
        }
        return answer;
    }

    /**
     * The object with this {@code key} ({@link JvmObjects}) and the graph below it: {@code value} and {@code nodes}.
     * What cannot be carried over is null in it.
     */
    Map<String, Object> jvmObject(Map<String, Object> request) {
        Map<String, Object> answer = new LinkedHashMap<>();
        begin(request);
        Graph graph = new Graph(((Long) request.get("limit")).intValue(), true);
        try {
            answer.put("value", graph.reference(JvmObjects.of((List<?>) request.get("key"))));
            graph.finish();
            answer.put("nodes", graph.nodes);
        } catch (PlanException | Refused e) {
            graph.forget();
            answer.put("failure", e.getMessage());
        }
        return answer;
    }

    /**
     * New objects are numbered {@code from} here on: a process that takes over numbers what follows alike, also where
     * an earlier graph is another in it.
     */
    private void begin(Map<String, Object> request) {
        next = Math.max(next, ((Long) request.get("from")).intValue());
    }

    private void image(Map<String, Object> answer, Class<?> type, int limit) throws PlanException {
        if (type.getClassLoader() != null && type.getClassLoader() != ClassLoader.getPlatformClassLoader()) {
            throw new PlanException("not a JDK class: " + type.getName());
        }
        try {
            Access.initialise(type);
        } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
            throw new PlanException("initialising " + type.getName() + " failed: " + e);
        }
        List<Object> fields = new ArrayList<>();
        List<Object> nodes = new ArrayList<>();
        Map<String, Object> refused = new LinkedHashMap<>();
        for (Field field : Access.declaredFields(type)) {
            if (Modifier.isStatic(field.getModifiers())) {
                Graph graph = new Graph(limit, false);
                try {
                    Object value = graph.value(field, null);
                    graph.finish();
                    fields.add(Arrays.asList(field.getName(), field.getType().descriptorString(), value));
                    nodes.addAll(graph.nodes);
                } catch (Refused e) {
                    graph.forget();
                    refused.put(field.getName(), e.getMessage());
                }
            }
        }
        answer.put("fields", fields);
        answer.put("nodes", nodes);
        answer.put("refused", refused);
    }

    /** The new part of the graph below one static field. */
    private final class Graph {
        private final int limit;
        private final List<Object> nodes = new ArrayList<>();
        private final List<Object> added = new ArrayList<>();
        private final ArrayDeque<Object> pending = new ArrayDeque<>();
        private final boolean partial;
        private long elements;

        /** At most {@code limit} objects; where it may be {@code partial}, what cannot be carried over is null. */
        Graph(int limit, boolean partial) {
            this.limit = limit;
            this.partial = partial;
        }

        Object value(Field field, Object object) throws Refused {
            Object value = Access.get(field, object);
            return field.getType().isPrimitive() ? Values.primitive(value) : reference(value);
        }

        private Object reference(Object value) throws Refused {
            if (value == null) {
                return null;
            }
            Integer id = ids.get(value);
            if (id == null) {
                String reason = reasonAgainst(value);
                if (reason != null && partial) {
                    return null;
                } else if (reason != null) {
                    throw new Refused(reason);
                }
                if (added.size() >= limit) {
                    throw new Refused("more than " + limit + " objects");
                }
                id = next++;
                ids.put(value, id);
                added.add(value);
                pending.add(value);
            }
            return Arrays.asList("r", id);
        }

        void finish() throws Refused {
            for (Object next = pending.poll(); next != null; next = pending.poll()) {
                nodes.add(node(next));
            }
        }

        void forget() {
            for (Object each : added) {
                ids.remove(each);
            }
        }

        private List<Object> node(Object object) throws Refused {
            Integer id = ids.get(object);
            Class<?> type = object.getClass();
            if (object instanceof String text) {
                return Arrays.asList(id, "t", text);
            } else if (object instanceof Class<?> literal) {
                return Arrays.asList(id, "k", literal.descriptorString());
            } else if (type.isArray()) {
                return array(id, object, type);
            }
            List<Object> fields = new ArrayList<>();
            for (Field field : Access.instanceFields(type)) {
                fields.add(Arrays.asList(
                        field.getDeclaringClass().getName(), field.getName(), value(field, object)));
            }
            return Arrays.asList(id, "o", type.getName(), fields);
        }

        private List<Object> array(Integer id, Object array, Class<?> type) throws Refused {
            int length = Array.getLength(array);
            elements += length;
            if (elements > 16L * limit) {
                throw new Refused("more than " + 16L * limit + " array elements");
            }
            boolean primitive = type.getComponentType().isPrimitive();
            List<Object> content = new ArrayList<>(length);
            for (int i = 0; i < length; i++) {
                Object element = Array.get(array, i);
                content.add(primitive ? Values.encode(element) : reference(element));
            }
            return Arrays.asList(id, "a", type.getName().replace('.', '/'), content);
        }

        /** Why an object means nothing outside this process, null where it does. */
        private static String reasonAgainst(Object object) {
            Class<?> type = object instanceof Class<?> literal ? literal : object.getClass();
            Class<?> element = type;
            while (element.isArray()) {
                element = element.getComponentType();
            }
            ClassLoader loader = element.getClassLoader();
            String name = type.getName();
            if (element.isHidden()) {
                return "hidden class " + name.split("\\$\\$|/", 2)[0]; // the rest is numbered by this process
            } else if (loader != null && loader != ClassLoader.getPlatformClassLoader()) {
                return "not a JDK class: " + name;
            } else if (object instanceof Thread
                    || object instanceof ThreadGroup
                    || object instanceof ClassLoader
                    || object instanceof Module
                    || object instanceof Reference) {
                return "state of this process: " + name;
            } else if (name.startsWith("java.lang.invoke.") && !(object instanceof Class)) {
                return "method handle: " + name;
            } else if (object instanceof Buffer buffer && buffer.isDirect()
                    || object instanceof java.io.FileDescriptor
                    || name.startsWith("jdk.internal.ref.")
                    || name.startsWith("jdk.internal.loader.")
                    || name.startsWith("java.util.zip.")) {
                return "native handle: " + name;
            }
            return null;
        }
    }
}
