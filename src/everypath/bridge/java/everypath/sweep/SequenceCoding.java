package everypath.sweep;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import everypath.bridge.Members;
import everypath.bridge.PlanException;
import everypath.bridge.Values;

/**
 * Sequences as they are sent, in both directions: steps as in a plan, members by their numbers in a table of the sweep.
 * A stub is {@code [6, interface, [[method, descriptor, answer step]…]]}, of an abstract class
 * {@code [6, class, [[method, descriptor, answer step]…], descriptor of its constructor, [step…]]}. What a stub was
 * handed is {@code [7, step of the stub, class, method, descriptor, number of the argument, step of the call]}.
 */
final class SequenceCoding {
    private static final int CALL = 0;
    private static final int NEW = 1;
    private static final int ARRAY = 2;
    private static final int GET = 3;
    private static final int STUB = 6;
    private static final int HANDED = 7;

    private final Catalogue catalogue;
    private final Members members;

    /** The members that have numbers: {@code [owner, name, descriptor]}. */
    private final List<List<Object>> table = new ArrayList<>();

    private final List<Operation> operations = new ArrayList<>();
    private int sent;

    SequenceCoding(Catalogue catalogue, Members members) {
        this.catalogue = catalogue;
        this.members = members;
    }

    /** Takes members with the numbers that follow; the other side knows them. */
    void know(List<?> known) {
        for (Object each : known) {
            List<?> member = (List<?>) each;
            table.add(List.of(member.get(0), member.get(1), member.get(2)));
            operations.add(null);
        }
        sent = table.size();
    }

    /** The members that got numbers since the last call. */
    List<Object> takeNew() {
        List<Object> result = new ArrayList<>(table.subList(sent, table.size()));
        sent = table.size();
        return result;
    }

    /** The number of an operation's member. */
    int number(Operation operation) {
        if (operation.member < 0) {
            operation.member = table.size();
            table.add(List.of(operation.owner.getName().replace('.', '/'), operation.name, operation.descriptor));
            operations.add(operation);
        }
        return operation.member;
    }

    // ---- writing

    List<Object> write(Sequence sequence) {
        List<Object> steps = new ArrayList<>();
        Statement[] all = sequence.statements();
        int[] places = new int[all.length];
        for (int i = 0; i < all.length; i++) {
            if (all[i].isConstant()) {
                constant(all[i], steps);
            } else {
                steps.add(step(all[i].operation(), all[i].moved(places).arguments()));
            }
            places[i] = steps.size() - 1;
        }
        return steps;
    }

    private void constant(Statement statement, List<Object> steps) {
        Object constant = statement.constant();
        if (constant == null) {
            steps.add(Arrays.asList("N", null));
        } else if (constant instanceof String text) {
            steps.add(List.of("T", text));
        } else if (constant instanceof Class<?> type) {
            steps.add(List.of("L", type.descriptorString()));
        } else {
            steps.add(Values.primitive(constant));
            if (statement.boxed()) {
                steps.add(List.of(CALL, number(boxing(constant.getClass())), -1, steps.size() - 1));
            }
        }
    }

    private Operation boxing(Class<?> box) {
        try {
            return catalogue.ofMethod(box.getMethod("valueOf", Literals.primitiveOf(box)));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<Object> step(Operation operation, int[] arguments) {
        List<Object> step = new ArrayList<>();
        switch (operation.kind) {
            case CALL:
                step.add(CALL);
                step.add(number(operation));
                if (!operation.hasReceiver) {
                    step.add(-1);
                }
                break;
            case NEW:
                step.add(NEW);
                step.add(number(operation));
                break;
            case FIELD:
                return List.of(GET, number(operation), -1);
            case ARRAY:
                List<Object> elements = new ArrayList<>();
                for (int i = 0; i < arguments.length; i++) {
                    elements.add(List.of(i, arguments[i]));
                }
                return List.of(ARRAY, operation.owner.descriptorString(), arguments.length, elements);
            case HANDED:
                String owner = operation.owner.getName().replace('.', '/');
                int parameter = operation.handed().parameter();
                return List.of(
                        HANDED, arguments[0], owner, operation.name, operation.descriptor, parameter, arguments[1]);
            default:
                return stub(operation, arguments);
        }
        for (int each : arguments) {
            step.add(each);
        }
        return step;
    }

    private static List<Object> stub(Operation operation, int[] arguments) {
        List<Object> answers = new ArrayList<>();
        int taken = operation.parameters.length;
        for (int i = taken; i < arguments.length; i++) {
            java.lang.reflect.Method method = operation.stub().answered().get(i - taken);
            String descriptor = java.lang.invoke.MethodType
                    .methodType(method.getReturnType(), method.getParameterTypes()).descriptorString();
            answers.add(List.of(method.getName(), descriptor, arguments[i]));
        }
        String owner = operation.owner.getName().replace('.', '/');
        if (operation.stub().constructor() == null) {
            return List.of(STUB, owner, answers);
        }
        List<Object> given = new ArrayList<>();
        for (int i = 0; i < taken; i++) {
            given.add(arguments[i]);
        }
        return List.of(STUB, owner, answers, operation.descriptor, given);
    }

    // ---- reading

    /** A sequence that was sent; null where it cannot be run here. */
    Sequence read(List<?> steps) {
        if (steps.isEmpty() || steps.size() > Sequence.LONGEST) {
            return null;
        }
        Statement[] result = new Statement[steps.size()];
        try {
            for (int i = 0; i < result.length; i++) {
                result[i] = statement((List<?>) steps.get(i));
                if (result[i] == null) {
                    return null;
                }
            }
        } catch (PlanException | LinkageError e) {
            return null;
        }
        return new Sequence(result, result.length - 1);
    }

    private Statement statement(List<?> step) throws PlanException {
        if (step.get(0) instanceof String kind) {
            return literal(kind, step.get(1));
        }
        int kind = number(step, 0);
        if (kind == ARRAY) {
            return array(step);
        } else if (kind == STUB) {
            return stub(step);
        } else if (kind == HANDED) {
            return handed(step);
        } else if (kind > GET) {
            return null;
        }
        Operation operation = operation(number(step, 1));
        if (operation == null || operation.home == Homes.NOWHERE || operation.banned) {
            return null;
        }
        int from = kind == NEW || kind == CALL && operation.hasReceiver ? 2 : 3;
        int[] arguments = new int[Math.max(0, kind == GET ? 0 : step.size() - from)];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = number(step, from + i);
        }
        return arguments.length == operation.arity() ? Statement.of(operation, arguments) : null;
    }

    private Statement literal(String kind, Object payload) throws PlanException {
        switch (kind) {
            case "T":
                return Statement.ofConstant(((String) payload).intern(), false);
            case "N":
                return Statement.ofConstant(null, false);
            case "L":
                return Statement.ofConstant(members.descriptor((String) payload), false);
            default:
                return Statement.ofConstant(Values.decode(kind.charAt(0), (Long) payload), false);
        }
    }

    private static int number(List<?> step, int at) {
        return ((Long) step.get(at)).intValue();
    }

    private Operation operation(int number) {
        Operation found = operations.get(number);
        if (found == null) {
            List<Object> member = table.get(number);
            found = catalogue.named(members, (String) member.get(0), (String) member.get(1), (String) member.get(2));
            if (found != null) {
                found.member = number;
                operations.set(number, found);
            }
        }
        return found;
    }

    /** Elements that are not given are zero; all of them must be given, or none. */
    private Statement array(List<?> step) throws PlanException {
        List<?> elements = (List<?>) step.get(3);
        int length = number(step, 2);
        if (elements.size() != length) {
            return null;
        }
        int[] arguments = new int[length];
        for (Object each : elements) {
            List<?> pair = (List<?>) each;
            arguments[number(pair, 0)] = number(pair, 1);
        }
        return Statement.of(catalogue.ofArray(members.descriptor((String) step.get(1))), arguments);
    }

    private Statement stub(List<?> step) throws PlanException {
        Class<?> type = members.type((String) step.get(1));
        List<java.lang.reflect.Method> answered = new ArrayList<>();
        List<?> answers = (List<?>) step.get(2);
        List<?> given = step.size() > 3 ? (List<?>) step.get(4) : List.of();
        int[] arguments = new int[given.size() + answers.size()];
        for (int i = 0; i < given.size(); i++) {
            arguments[i] = number(given, i);
        }
        for (int i = 0; i < answers.size(); i++) {
            List<?> answer = (List<?>) answers.get(i);
            answered.add(members.method(
                    type.getName().replace('.', '/'), (String) answer.get(0), (String) answer.get(1)));
            arguments[given.size() + i] = number(answer, 2);
        }
        if (step.size() > 3) {
            java.lang.reflect.Constructor<?> constructor =
                    members.constructor(type.getName().replace('.', '/'), (String) step.get(3));
            ClassStub stub = catalogue.abstractClasses().stub(constructor, answered);
            return Statement.of(catalogue.ofStub(KnownType.of(type), stub), arguments);
        }
        Operation operation = catalogue.ofStub(KnownType.of(type), catalogue.stub(type, answered));
        return Statement.of(operation, arguments);
    }

    private Statement handed(List<?> step) throws PlanException {
        java.lang.reflect.Method method =
                members.method((String) step.get(2), (String) step.get(3), (String) step.get(4));
        KnownType type = KnownType.of(method.getDeclaringClass());
        Operation operation = catalogue.ofHanded(type, new Handed(method, number(step, 5)));
        return Statement.of(operation, new int[] {number(step, 1), number(step, 6)});
    }

    /** The figures of a kept sequence. */
    Map<String, Object> describe(Sweep.Kept kept, Goals goals) {
        Map<String, Object> result = new java.util.LinkedHashMap<>();
        result.put("steps", write(kept.sequence()));
        result.put("hits", goals.describe(kept.goals()));
        result.put("passed", goals.describe(kept.passed()));
        if (kept.exception() != null) {
            result.put("exception", kept.exception());
        }
        if (kept.given()) {
            result.put("given", true);
        }
        if (kept.changesFiles()) {
            result.put("files", true);
        }
        result.put("cost", (long) kept.cost());
        return result;
    }
}
