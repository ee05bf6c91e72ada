package explored;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;

/** Objects that are hashed by identity, and classes and members told apart by reflection. */
final class Hashed {
    static final class Key {
        private final Object of;

        Key(Object of) {
            this.of = of;
        }
    }

    private final Map<Key, String> names = new HashMap<>();

    void name(Key key, String name) {
        names.put(key, name);
    }

    /** Two inputs may be one key. */
    static int shared(Key first, Key second) {
        if (first == null || second == null) {
            return 0;
        }
        Map<Key, Integer> known = new HashMap<>();
        known.put(first, 1);
        return known.containsKey(second) ? 1 : 2;
    }

    /** The key that a call put there may be the one that is asked for. */
    int find(Key key) {
        if (key == null) {
            return 0;
        }
        return names.containsKey(key) ? 1 : 2;
    }

    /** The name of a proxy's class is the JVM's business. */
    static Runnable proxied(boolean wanted) {
        ClassLoader loader = Hashed.class.getClassLoader();
        return wanted ? (Runnable) Proxy.newProxyInstance(loader, new Class<?>[] {Runnable.class}, new Silent()) : null;
    }

    static final class Silent implements InvocationHandler {
        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            return null;
        }
    }

    /** Classes of this code are among what a class may be. */
    static int constructors(Class<?> type) {
        if (type == null) {
            return 0;
        }
        return type.getDeclaredConstructors().length == 4 ? 1 : 2;
    }

    static final class Telling {
        Telling() {}

        Telling(int of) {}

        Telling(String of) {}

        Telling(int one, String other) {}

        public static Telling of(int[] many) {
            return null;
        }

        public int getSize() {
            return 0;
        }

        public void setSize(int size) {}

        public void setSize(int at, Object size) {}

        public String[] getNames() {
            return null;
        }
    }

    /** The order of keys is looked at, one of which may be null. */
    static int counted(String key, String other) {
        Map<String, Integer> counts = new HashMap<>();
        counts.put(key, 1);
        counts.merge(other, 1, Integer::sum);
        int sum = 0;
        for (int count : counts.values()) {
            sum = 10 * sum + count;
        }
        return sum;
    }
}
