package everypath.bridge;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A replay as data: steps that each yield a value, numbered by their index; later steps name earlier values by number.
 * The steps are those of {@code plan.py}.
 */
final class Plan {
    private static final int CALL = 0;
    private static final int NEW = 1;
    private static final int ARRAY = 2;
    private static final int GET = 3;
    private static final int PUT = 4;
    private static final int ALLOCATE = 5;

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

    /** The dotted names of the classes whose members steps name. */
    static Set<String> classesNamed(List<?> steps, List<Member> members) {
        Set<String> result = new LinkedHashSet<>();
        for (Object each : steps) {
            List<?> step = (List<?>) each;
            if (step.size() > 1 && step.get(0) instanceof Long && step.get(1) instanceof Long) {
                result.add(members.get(index(step, 1)).owner().replace('/', '.'));
            }
        }
        return result;
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
        if (step.get(0) instanceof String type) {
            return literal(type, step.get(1));
        }
        switch (index(step, 0)) {
            case CALL:
                return call(index(step, 1), index(step, 2), step);
            case NEW:
                return construct(index(step, 1), step);
            case ARRAY:
                return array(text(step, 1), index(step, 2), (List<?>) step.get(3));
            case GET:
                return read(index(step, 1), index(step, 2));
            case PUT:
                return write(index(step, 1), index(step, 2), index(step, 3));
            case ALLOCATE:
                return allocate(text(step, 1));
            default:
                throw new PlanException("no step " + step.get(0));
        }
    }

    private static String text(List<?> step, int at) {
        return (String) step.get(at);
    }

    private static int index(List<?> step, int at) {
        return ((Long) step.get(at)).intValue();
    }

    /** The values of the steps whose numbers a list holds from a position on. */
    private Object[] arguments(List<?> numbers, int from) throws PlanException {
        Object[] result = new Object[numbers.size() - from];
        for (int i = 0; i < result.length; i++) {
            result[i] = earlier(index(numbers, from + i));
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

    private Object call(int number, int receiver, List<?> step) throws PlanException, ReflectiveOperationException {
        Method method;
        try {
            method = members.method(number);
        } catch (NoClassDefFoundError missing) {
            return direct(members.member(number), receiver, arguments(step, 3), missing);
        }
        Object[] given = arguments(step, 3);
        Object target = null;
        if (!Modifier.isStatic(method.getModifiers())) {
            target = earlier(receiver);
            if (target == null) {
                throw new PlanException("step " + position + ": the receiver of " + method.getName() + " is null");
            }
        }
        Class<?> returned = method.getReturnType();
        primitive[position] = returned.isPrimitive() && returned != void.class;
        try {
            return method.invoke(target, given);
        } catch (IllegalArgumentException e) {
            throw new PlanException("step " + position + ": " + members.member(number) + ": " + e.getMessage());
        }
    }

    /** A call in a class that reflection cannot list, as a class in the signature of another member is missing. */
    private Object direct(Member member, int receiver, Object[] arguments, NoClassDefFoundError missing)
            throws PlanException, ReflectiveOperationException {
        MethodHandle handle;
        MethodType type;
        try {
            Class<?> owner = members.type(member.owner());
            type = MethodType.fromMethodDescriptorString(member.descriptor(), owner.getClassLoader());
            handle = Access.direct(owner, member.name(), type);
        } catch (TypeNotPresentException absent) {
            // The JVM lists members in any order, so its own error may name a class that others need.
            throw new NoClassDefFoundError(absent.typeName().replace('.', '/'));
        } catch (LinkageError | ReflectiveOperationException absent) {
            throw missing;
        }
        List<Object> given = new ArrayList<>(Arrays.asList(arguments));
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

    private Object construct(int number, List<?> step) throws PlanException, ReflectiveOperationException {
        Constructor<?> constructor;
        try {
            constructor = members.constructor(number);
        } catch (NoClassDefFoundError missing) {
            return direct(members.member(number), -1, arguments(step, 2), missing);
        }
        Object[] given = arguments(step, 2);
        try {
            return constructor.newInstance(given);
        } catch (IllegalArgumentException e) {
            throw new PlanException("step " + position + ": new " + members.member(number) + ": " + e.getMessage());
        } catch (InstantiationException e) {
            throw new PlanException("step " + position + ": " + members.member(number).owner() + " is abstract");
        }
    }

    private Object array(String element, int length, List<?> sparse) throws PlanException {
        Object result = Array.newInstance(members.descriptor(element), length);
        for (Object entry : sparse) {
            List<?> pair = (List<?>) entry;
            try {
                Array.set(result, index(pair, 0), earlier(index(pair, 1)));
            } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
                throw new PlanException(
                    "step " + position + ": element " + pair.get(0) + " of " + element + "[]: " + e);
            }
        }
        return result;
    }

    private Object read(int number, int object) throws PlanException {
        Field field = members.field(number);
        primitive[position] = field.getType().isPrimitive();
        return Access.get(field, instance(field, object));
    }

    private Object write(int number, int object, int value) throws PlanException {
        Field field = members.field(number);
        forcedState |= Modifier.isStatic(field.getModifiers())
                || Modifier.isFinal(field.getModifiers()) && !isOwn(object);
        try {
            Access.set(field, instance(field, object), earlier(value));
        } catch (IllegalArgumentException e) {
            throw new PlanException("step " + position + ": " + members.member(number) + ": " + e.getMessage());
        }
        return null;
    }

    /** Whether an object was made by a step of this plan, so that static fields do not hold it. */
    private boolean isOwn(int step) {
        return ((List<?>) steps.get(step)).get(0) instanceof Long kind && (kind == ALLOCATE || kind == NEW);
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
}
