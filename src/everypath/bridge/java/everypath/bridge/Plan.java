package everypath.bridge;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A replay as data: steps that each yield a value, numbered by their index; later steps name earlier values by number.
 * The steps are those of {@code plan.py}.
 */
final class Plan {
    private final Members members;
    private final List<?> steps;
    private final Object[] values;
    private final boolean[] primitive;
    private int position;
    private boolean forcedState;

    Plan(Members members, List<?> steps) {
        this.members = members;
        this.steps = steps;
        this.values = new Object[steps.size()];
        this.primitive = new boolean[steps.size()];
    }

    /** The index of the step that runs, or ran last. */
    int position() {
        return position;
    }

    Object value(int step) {
        return values[step];
    }

    /** Whether a step forced static state: the loader's classes may hold what no code made. */
    boolean forcedState() {
        return forcedState;
    }

    /** Whether the static type of a step's value is primitive. */
    boolean isPrimitive(int step) {
        return primitive[step];
    }

    /**
     * Runs the steps from {@code from} up to but not including {@code to}.
     *
     * @throws PlanException when a step cannot be carried out as written
     * @throws Throwable what the code under test throws
     */
    void run(int from, int to) throws Throwable {
        for (position = from; position < to; position++) {
            List<?> step = (List<?>) steps.get(position);
            try {
                values[position] = execute(step);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }

    private Object execute(List<?> step) throws PlanException, ReflectiveOperationException {
        String kind = (String) step.get(0);
        switch (kind) {
            case "lit":
                return literal((String) step.get(1), step.get(2));
            case "call":
                return call(text(step, 1), text(step, 2), text(step, 3), index(step, 4), (List<?>) step.get(5));
            case "new":
                return construct(text(step, 1), text(step, 2), (List<?>) step.get(3));
            case "array":
                return array(text(step, 1), index(step, 2), (List<?>) step.get(3));
            case "get":
                return read(text(step, 1), text(step, 2), index(step, 3));
            case "put":
                return write(text(step, 1), text(step, 2), index(step, 3), index(step, 4));
            case "alloc":
                return allocate(text(step, 1));
            case "stub":
                return stub(text(step, 1), (List<?>) step.get(2));
            default:
                throw new PlanException("no step " + kind);
        }
    }

    private static String text(List<?> step, int at) {
        return (String) step.get(at);
    }

    private static int index(List<?> step, int at) {
        return ((Long) step.get(at)).intValue();
    }

    private Object[] arguments(List<?> indexes) throws PlanException {
        Object[] result = new Object[indexes.size()];
        for (int i = 0; i < result.length; i++) {
            result[i] = earlier(((Long) indexes.get(i)).intValue());
        }
        return result;
    }

    private Object earlier(int step) throws PlanException {
        if (step < 0 || step >= position) {
            throw new PlanException("step " + position + " uses step " + step);
        }
        return values[step];
    }

    private Object literal(String type, Object payload) throws PlanException {
        switch (type) {
            case "T":
                return ((String) payload).intern(); // as the literal in Java source would be
            case "N":
                return null;
            case "L":
                return members.descriptor((String) payload);
            default:
                primitive[position] = true;
                return Values.decode(type.charAt(0), (Long) payload);
        }
    }

    private Object call(String owner, String name, String descriptor, int receiver, List<?> arguments)
            throws PlanException, ReflectiveOperationException {
        Method method;
        try {
            method = members.method(owner, name, descriptor);
        } catch (NoClassDefFoundError missing) {
            return direct(owner, name, descriptor, receiver, arguments, missing);
        }
        Object[] given = arguments(arguments);
        Object target = null;
        if (!Modifier.isStatic(method.getModifiers())) {
            target = earlier(receiver);
            if (target == null) {
                throw new PlanException("step " + position + ": the receiver of " + name + " is null");
            }
        }
        primitive[position] = method.getReturnType().isPrimitive() && method.getReturnType() != void.class;
        try {
            return method.invoke(target, given);
        } catch (IllegalArgumentException e) {
            throw new PlanException("step " + position + ": " + name + descriptor + ": " + e.getMessage());
        }
    }

    /** A call in a class that reflection cannot list, as a class in the signature of another member is missing. */
    private Object direct(
            String owner, String name, String descriptor, int receiver, List<?> arguments, NoClassDefFoundError missing)
            throws PlanException, ReflectiveOperationException {
        MethodHandle handle;
        MethodType type;
        try {
            type = MethodType.fromMethodDescriptorString(descriptor, members.type(owner).getClassLoader());
            handle = Access.direct(members.type(owner), name, type);
        } catch (TypeNotPresentException | LinkageError | ReflectiveOperationException absent) {
            throw missing;
        }
        List<Object> given = new ArrayList<>(Arrays.asList(arguments(arguments)));
        if (handle.type().parameterCount() > type.parameterCount()) {
            given.add(0, earlier(receiver));
        }
        primitive[position] = type.returnType().isPrimitive() && type.returnType() != void.class;
        try {
            return handle.invokeWithArguments(given);
        } catch (Throwable thrown) {
            throw new InvocationTargetException(thrown);
        }
    }

    private Object construct(String owner, String descriptor, List<?> arguments)
            throws PlanException, ReflectiveOperationException {
        Constructor<?> constructor;
        try {
            constructor = members.constructor(owner, descriptor);
        } catch (NoClassDefFoundError missing) {
            return direct(owner, "<init>", descriptor, -1, arguments, missing);
        }
        Object[] given = arguments(arguments);
        try {
            return constructor.newInstance(given);
        } catch (IllegalArgumentException e) {
            throw new PlanException("step " + position + ": new " + owner + descriptor + ": " + e.getMessage());
        } catch (InstantiationException e) {
            throw new PlanException("step " + position + ": " + owner + " is abstract");
        }
    }

    private Object array(String element, int length, List<?> sparse) throws PlanException {
        Object result = Array.newInstance(members.descriptor(element), length);
        for (Object entry : sparse) {
            List<?> pair = (List<?>) entry;
            try {
                Array.set(result, index(pair, 0), earlier(index(pair, 1)));
            } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
                throw new PlanException("step " + position + ": element " + pair.get(0) + " of " + element + "[]: " + e);
            }
        }
        return result;
    }

    private Object read(String owner, String name, int object) throws PlanException {
        Field field = members.field(owner, name);
        primitive[position] = field.getType().isPrimitive();
        return Access.get(field, instance(field, object));
    }

    private Object write(String owner, String name, int object, int value) throws PlanException {
        Field field = members.field(owner, name);
        forcedState |= Modifier.isStatic(field.getModifiers())
                || Modifier.isFinal(field.getModifiers()) && !isOwn(object);
        try {
            Access.set(field, instance(field, object), earlier(value));
        } catch (IllegalArgumentException e) {
            throw new PlanException("step " + position + ": " + owner + "." + name + ": " + e.getMessage());
        }
        return null;
    }

    /** Whether an object was made by a step of this plan, so that static fields do not hold it. */
    private boolean isOwn(int step) {
        Object kind = ((List<?>) steps.get(step)).get(0);
        return kind.equals("alloc") || kind.equals("new");
    }

    private Object instance(Field field, int object) throws PlanException {
        if (Modifier.isStatic(field.getModifiers())) {
            return null;
        }
        Object result = earlier(object);
        if (!field.getDeclaringClass().isInstance(result)) {
            throw new PlanException("step " + position + ": not an object with the field " + field.getName());
        }
        return result;
    }

    private Object allocate(String name) throws PlanException {
        Class<?> type = members.type(name);
        try {
            return Access.allocate(type);
        } catch (InstantiationException e) {
            throw new PlanException("step " + position + ": " + name + " cannot be allocated");
        }
    }

    private Object stub(String name, List<?> answers) throws PlanException {
        Class<?> type = members.type(name);
        if (!type.isInterface()) {
            throw new PlanException("step " + position + ": " + name + " is not an interface");
        }
        Map<String, Object[]> script = new HashMap<>();
        for (Object entry : answers) {
            List<?> answer = (List<?>) entry;
            script.put(text(answer, 0) + text(answer, 1), arguments((List<?>) answer.get(2)));
        }
        ClassLoader loader = type.getClassLoader() == null ? members.loader() : type.getClassLoader();
        try {
            return Proxy.newProxyInstance(loader, new Class<?>[] {type}, new StubHandler(type, position, script));
        } catch (IllegalArgumentException e) {
            throw new PlanException("step " + position + ": " + e.getMessage());
        }
    }
}
