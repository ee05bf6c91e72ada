package everypath.library;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/** The loop combinators of {@code MethodHandles}, all in terms of {@code loop}. */
final class Loops {
    private Loops() {}

    /** One clause of a loop; each handle may be missing and takes as many of the values as it has parameters. */
    private static final class Clause {
        final Form init;
        final Form step;
        final Form test;
        final Form finish;
        final Object zero;
        final boolean hasVariable;
        final int[] taken;

        Clause(Form init, Form step, Form test, Form finish, Object zero, boolean hasVariable, int[] taken) {
            this.init = init;
            this.step = step;
            this.test = test;
            this.finish = finish;
            this.zero = zero;
            this.hasVariable = hasVariable;
            this.taken = taken;
        }
    }

    private record Loop(Clause[] clauses, int variables, Object zero) implements Form {
        @Override
        public Object apply(Object[] arguments) throws Throwable {
            Object[] values = new Object[variables + arguments.length];
            System.arraycopy(arguments, 0, values, variables, arguments.length);
            int at = 0;
            for (Clause clause : clauses) {
                Object first =
                    clause.init == null ? clause.zero : clause.init.apply(Arrays.copyOf(arguments, clause.taken[0]));
                if (clause.hasVariable) {
                    values[at++] = first;
                }
            }
            while (true) {
                at = 0;
                for (Clause clause : clauses) {
                    if (clause.step != null) {
                        Object next = clause.step.apply(Arrays.copyOf(values, clause.taken[1]));
                        if (clause.hasVariable) {
                            values[at] = next;
                        }
                    }
                    if (clause.hasVariable) {
                        at++;
                    }
                    if (clause.test != null && !(Boolean) clause.test.apply(Arrays.copyOf(values, clause.taken[2]))) {
                        return clause.finish == null
                            ? zero
                            : clause.finish.apply(Arrays.copyOf(values, clause.taken[3]));
                    }
                }
            }
        }
    }

    static MethodHandle loop(MethodHandle[]... clauses) {
        if (clauses == null || clauses.length == 0) {
            throw new IllegalArgumentException("null or no clauses passed");
        }
        List<Class<?>> variables = new ArrayList<>();
        Class<?> result = void.class;
        boolean tests = false;
        for (MethodHandle[] each : clauses) {
            if (each.length > 4) {
                throw new IllegalArgumentException(
                    "All loop clauses must be represented as MethodHandle arrays with at most 4 elements.");
            }
            Class<?> type = variable(each);
            if (type != void.class) {
                variables.add(type);
            }
            if (part(each, 2) != null) {
                tests = true;
            }
            if (part(each, 3) != null) {
                result = each[3].type().returnType();
            }
        }
        if (!tests) {
            throw new IllegalArgumentException("no predicate found: " + Arrays.asList(clauses));
        }
        List<Class<?>> outer = new ArrayList<>();
        for (MethodHandle[] each : clauses) {
            for (int i = 0; i < each.length; i++) {
                if (each[i] != null) {
                    List<Class<?>> own = each[i].type().parameterList();
                    int skipped = i == 0 ? 0 : Math.min(variables.size(), own.size());
                    if (own.size() - skipped > outer.size()) {
                        outer = own.subList(skipped, own.size());
                    }
                }
            }
        }
        Clause[] made = new Clause[clauses.length];
        for (int i = 0; i < made.length; i++) {
            MethodHandle[] each = clauses[i];
            Class<?> type = variable(each);
            int[] taken = new int[4];
            for (int k = 0; k < 4; k++) {
                taken[k] = part(each, k) == null ? 0 : each[k].type().parameterCount();
            }
            made[i] = new Clause(
                form(each, 0), form(each, 1), form(each, 2), form(each, 3),
                Conversions.zero(type), type != void.class, taken);
        }
        MethodType shown = MethodType.methodType(result, outer.toArray(new Class<?>[0]));
        return Handles.make(shown, new Loop(made, variables.size(), Conversions.zero(result)));
    }

    private static MethodHandle part(MethodHandle[] clause, int at) {
        return at < clause.length ? clause[at] : null;
    }

    private static Form form(MethodHandle[] clause, int at) {
        return part(clause, at) == null ? null : Handles.form(clause[at]);
    }

    private static Class<?> variable(MethodHandle[] clause) {
        MethodHandle init = part(clause, 0);
        MethodHandle step = part(clause, 1);
        return init != null ? init.type().returnType() : step != null ? step.type().returnType() : void.class;
    }

    static MethodHandle whileLoop(MethodHandle init, MethodHandle test, MethodHandle body) {
        Class<?> type = body.type().returnType();
        MethodHandle finish = identityOrNothing(type);
        MethodHandle[] checks = {null, null, test, finish};
        return loop(checks, new MethodHandle[] {init, body});
    }

    static MethodHandle doWhileLoop(MethodHandle init, MethodHandle body, MethodHandle test) {
        return loop(new MethodHandle[] {init, body, test, identityOrNothing(body.type().returnType())});
    }

    private static MethodHandle identityOrNothing(Class<?> type) {
        return type == void.class ? null : Handles.identity(type);
    }

    static MethodHandle countedLoop(MethodHandle iterations, MethodHandle init, MethodHandle body) {
        return countedLoop(Handles.empty(iterations.type()), iterations, init, body);
    }

    private record Counted(
            Form start, Form end, Form init, Form body, int[] taken, Object zero, boolean hasVariable)
            implements Form {
        @Override
        public Object apply(Object[] arguments) throws Throwable {
            int from = (Integer) start.apply(Arrays.copyOf(arguments, taken[0]));
            int to = (Integer) end.apply(Arrays.copyOf(arguments, taken[1]));
            Object value = init == null ? zero : init.apply(Arrays.copyOf(arguments, taken[2]));
            for (int i = from; i < to; i++) {
                Object[] first = hasVariable ? new Object[] {value, i} : new Object[] {i};
                Object[] given = Forms.replaced(arguments, 0, 0, first);
                value = body.apply(Arrays.copyOf(given, taken[3]));
            }
            return value;
        }
    }

    static MethodHandle countedLoop(MethodHandle start, MethodHandle end, MethodHandle init, MethodHandle body) {
        Class<?> type = body.type().returnType();
        boolean hasVariable = type != void.class;
        List<Class<?>> own = body.type().parameterList();
        List<Class<?>> outer = own.subList(Math.min(own.size(), hasVariable ? 2 : 1), own.size());
        if (outer.isEmpty()) {
            outer = end.type().parameterList();
        }
        int[] taken = {
            start.type().parameterCount(), end.type().parameterCount(),
            init == null ? 0 : init.type().parameterCount(), own.size()
        };
        Form first = init == null ? null : Handles.form(init);
        MethodType shown = MethodType.methodType(type, outer.toArray(new Class<?>[0]));
        return Handles.make(shown, new Counted(
            Handles.form(start), Handles.form(end), first, Handles.form(body), taken,
            Conversions.zero(type), hasVariable));
    }

    private record Iterated(
            Form iterator, Form init, Form body, int[] taken, Object zero, boolean hasVariable)
            implements Form {
        @Override
        public Object apply(Object[] arguments) throws Throwable {
            Iterator<?> each = iterator == null
                ? ((Iterable<?>) arguments[0]).iterator()
                : (Iterator<?>) iterator.apply(Arrays.copyOf(arguments, taken[0]));
            Object value = init == null ? zero : init.apply(Arrays.copyOf(arguments, taken[1]));
            while (each.hasNext()) {
                Object next = each.next();
                Object[] first = hasVariable ? new Object[] {value, next} : new Object[] {next};
                Object[] given = Forms.replaced(arguments, 0, 0, first);
                value = body.apply(Arrays.copyOf(given, taken[2]));
            }
            return value;
        }
    }

    static MethodHandle iteratedLoop(MethodHandle iterator, MethodHandle init, MethodHandle body) {
        Class<?> type = body.type().returnType();
        boolean hasVariable = type != void.class;
        List<Class<?>> own = body.type().parameterList();
        List<Class<?>> outer = own.subList(Math.min(own.size(), hasVariable ? 2 : 1), own.size());
        if (outer.isEmpty()) {
            outer = iterator == null ? List.of(Iterable.class) : iterator.type().parameterList();
        }
        int[] taken = {
            iterator == null ? 0 : iterator.type().parameterCount(),
            init == null ? 0 : init.type().parameterCount(), own.size()
        };
        Form first = init == null ? null : Handles.form(init);
        Form source = iterator == null ? null : Handles.form(iterator);
        MethodType shown = MethodType.methodType(type, outer.toArray(new Class<?>[0]));
        Object zero = Conversions.zero(type);
        return Handles.make(shown, new Iterated(source, first, Handles.form(body), taken, zero, hasVariable));
    }
}
