package everypath.sweep;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import everypath.bridge.Trusted;
import everypath.probes.PlatformProbes;

/**
 * How objects of an interface are made that answer each of its abstract methods with one value. Its default methods
 * run; {@code equals}, {@code hashCode} and {@code toString} are those of an object.
 */
final class Stub implements StubRecipe {
    private final Trusted trusted;
    private final ClassLoader loader;
    private final Class<?> type;
    private final List<Method> answered;
    private final Map<String, Integer> places = new HashMap<>();
    private final Map<Method, Integer> known = new HashMap<>();

    /** A stub that answers these methods; the others answer zero or null. */
    Stub(Trusted trusted, ClassLoader loader, Class<?> type, List<Method> answered) {
        this.trusted = trusted;
        this.loader = loader;
        this.type = type;
        this.answered = answered;
        for (int i = 0; i < answered.size(); i++) {
            places.put(signature(answered.get(i)), i);
        }
    }

    static String signature(Method method) {
        StringBuilder result = new StringBuilder(method.getName()).append('(');
        for (Class<?> each : method.getParameterTypes()) {
            result.append(each.descriptorString());
        }
        return result.toString();
    }

    /** The place of a method's answer, negative where it has none. */
    private int place(Method method) {
        Integer found = known.get(method);
        if (found == null) {
            found = places.getOrDefault(signature(method), -1);
            known.put(method, found);
        }
        return found;
    }

    @Override
    public List<Method> answered() {
        return answered;
    }

    @Override
    public Constructor<?> constructor() {
        return null;
    }

    @Override
    public Object make(Object[] answers) {
        boolean before = PlatformProbes.open(false); // making its class takes code of the JDK
        try {
            return Proxy.newProxyInstance(loader, new Class<?>[] {type}, new Answers(answers));
        } finally {
            PlatformProbes.open(before);
        }
    }

    /** The arguments of the last call of each method of a stub that has some; empty for all that is no stub. */
    static Map<Method, Object[]> received(Object stub) {
        boolean isStub = stub != null && Proxy.isProxyClass(stub.getClass());
        return isStub && Proxy.getInvocationHandler(stub) instanceof Answers own ? own.received : Map.of();
    }

    private final class Answers implements InvocationHandler {
        private final Object[] values;
        private final Map<Method, Object[]> received = new LinkedHashMap<>();

        Answers(Object[] values) {
            this.values = values;
        }

        @Override
        public Object invoke(Object stub, Method method, Object[] arguments) throws Throwable {
            boolean before = PlatformProbes.open(false);
            try {
                return answer(stub, method, arguments, before);
            } finally {
                PlatformProbes.open(before);
            }
        }

        private Object answer(Object stub, Method method, Object[] arguments, boolean counts) throws Throwable {
            if (method.getDeclaringClass() == Object.class) {
                switch (method.getName()) {
                    case "equals":
                        return stub == arguments[0];
                    case "hashCode":
                        return System.identityHashCode(stub);
                    default:
                        return type.getName();
                }
            }
            if (method.isDefault()) {
                MethodHandle own = trusted.special(method);
                Object[] all = new Object[1 + (arguments == null ? 0 : arguments.length)];
                all[0] = stub;
                System.arraycopy(arguments == null ? all : arguments, 0, all, 1, all.length - 1);
                PlatformProbes.open(counts);
                return own.invokeWithArguments(all);
            }
            if (arguments != null) {
                received.put(method, arguments);
            }
            int place = place(method);
            Object answer = place < 0 ? null : values[place];
            Class<?> returned = method.getReturnType();
            return answer == null && returned.isPrimitive() ? Literals.zero(returned) : answer;
        }
    }
}
