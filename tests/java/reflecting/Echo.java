package reflecting;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.IntSupplier;

/** A handler: only a proxy over itself comes past the first question. */
public final class Echo implements InvocationHandler {
    private final int value;

    public Echo(int value) {
        this.value = value;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] args) {
        if (Proxy.getInvocationHandler(proxy) != this) {
            return "foreign";
        }
        if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
                case "hashCode" -> value;
                case "toString" -> "echo";
                default -> proxy == args[0];
            };
        }
        if (proxy instanceof IntSupplier && method.getName().equals("getAsInt")) {
            return value;
        }
        throw new UnsupportedOperationException(method.getName());
    }
}
