package everypath.existing;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.StringJoiner;

/** Runs written tests one after the other, as a framework does: one that fails does not stop those after it. */
public final class OrderedTests {
    private OrderedTests() {}

    /**
     * Runs tests in their order, each on an object of its own.
     *
     * @param tests a line each: the class, the test, the number of methods that run before it, these, and those that
     *     run after it, separated by blanks
     * @return the positions of the tests that failed, separated by blanks
     */
    public static String run(String tests) {
        StringJoiner failed = new StringJoiner(" ");
        int at = 0;
        for (String line : tests.split("\n")) {
            try {
                test(line.split(" "));
            } catch (Throwable e) {
                failed.add(String.valueOf(at));
            }
            at++;
        }
        return failed.toString();
    }

    /** Initialises a class, by its name, if that has not been tried before. */
    public static void initialise(String name) throws ClassNotFoundException {
        Class.forName(name, true, OrderedTests.class.getClassLoader());
    }

    private static void test(String[] named) throws ReflectiveOperationException {
        Class<?> type = Class.forName(named[0], true, OrderedTests.class.getClassLoader());
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        Object object = constructor.newInstance();
        int after = 3 + Integer.parseInt(named[2]);
        try {
            for (int i = 3; i < after; i++) {
                call(type, named[i], object);
            }
            call(type, named[1], object);
        } finally {
            for (int i = after; i < named.length; i++) {
                call(type, named[i], object);
            }
        }
    }

    private static void call(Class<?> type, String name, Object object) throws ReflectiveOperationException {
        Method method = type.getDeclaredMethod(name);
        method.setAccessible(true);
        method.invoke(object);
    }
}
