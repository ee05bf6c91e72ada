package everypath.bridge;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;

/** Plays an interface: each method answers with the next of its scripted values, then with zero or null. */
final class StubHandler implements InvocationHandler {
    /** An answer that is none: the call throws a new exception of this class. */
    record Refusal(Class<?> type) {}

    private final Class<?> type;
    private final int step;
    private final Map<String, Object[]> answers;
    private final Map<String, Integer> calls = new HashMap<>();

    /**
     * A handler.
     *
     * @param type the interface
     * @param step the plan's step that made it, shown in snapshots
     * @param answers values by method name and descriptor, in call order
     */
    StubHandler(Class<?> type, int step, Map<String, Object[]> answers) {
        this.type = type;
        this.step = step;
        this.answers = answers;
    }

    /** The handler behind {@code object} when it is a stub. */
    static StubHandler of(Object object) {
        if (Proxy.isProxyClass(object.getClass()) && Proxy.getInvocationHandler(object) instanceof StubHandler stub) {
            return stub;
        }
        return null;
    }

    String interfaceName() {
        return type.getName();
    }

    int step() {
        return step;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        String key = method.getName() + Members.descriptorOf(method);
        Object[] script = answers.get(key);
        int call = calls.merge(key, 1, Integer::sum) - 1;
        if (script != null && call < script.length) {
            if (script[call] instanceof Refusal refusal) {
                throw (Throwable) refusal.type().getDeclaredConstructor().newInstance();
            }
            return script[call];
        }
        if (method.getDeclaringClass() == Object.class) {
            return ofObject(proxy, method, arguments);
        }
        if (script == null && method.isDefault()) {
            return inherited(proxy, method, arguments);
        }
        return zero(method.getReturnType());
    }

    /** Runs a default method that has no script, as any class that implements the interface would. */
    private static Object inherited(Object proxy, Method method, Object[] arguments) throws Throwable {
        try {
            return InvocationHandler.invokeDefault(proxy, method, arguments);
        } catch (IllegalAccessException e) { // the interface is not public
            Class<?> owner = method.getDeclaringClass();
            MethodHandles.Lookup inside = MethodHandles.privateLookupIn(owner, MethodHandles.lookup());
            return inside.unreflectSpecial(method, owner).bindTo(proxy).invokeWithArguments(arguments);
        }
    }

    private Object ofObject(Object proxy, Method method, Object[] arguments) {
        switch (method.getName()) {
            case "equals":
                return proxy == arguments[0];
            case "hashCode":
                return System.identityHashCode(proxy);
            default:
                return type.getName() + "@stub";
        }
    }

    private static Object zero(Class<?> type) {
        if (!type.isPrimitive() || type == void.class) {
            return null;
        } else if (type == boolean.class) {
            return false;
        } else if (type == char.class) {
            return '\0';
        } else if (type == byte.class) {
            return (byte) 0;
        } else if (type == short.class) {
            return (short) 0;
        } else if (type == int.class) {
            return 0;
        } else if (type == long.class) {
            return 0L;
        } else if (type == float.class) {
            return 0f;
        }
        return 0d;
    }
}
