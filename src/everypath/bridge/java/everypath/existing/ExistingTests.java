package everypath.existing;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs the tests that a project has, with the framework that they were written for and that lies on their class path.
 *
 * <p>All of it goes by reflection: which framework there is, and of which version, is known only then.
 */
public final class ExistingTests {
    private static final String LAUNCHER = "org.junit.platform.launcher.";
    private static final String ENGINE = "org.junit.jupiter.engine.JupiterTestEngine";

    private ExistingTests() {}

    /**
     * Runs the tests of a class, or only those of one name (empty: all).
     *
     * @param framework {@code junit5}, {@code junit4} or {@code testng}
     * @return how many ran, and then for each that failed its name, a tab, and what it ended with
     */
    public static String[] run(String framework, String className, String method) throws Throwable {
        Class<?> type = named(className);
        switch (framework) {
            case "junit5":
                return jupiter(type, method);
            case "junit4":
                return junit4(type, method);
            default:
                return testng(type, method);
        }
    }

    // ---- JUnit 5

    private static String[] jupiter(Class<?> type, String method) throws Throwable {
        Object config = call(named(LAUNCHER + "core.LauncherConfig"), "builder");
        for (String each : new String[] {
            "TestEngine", "TestExecutionListener", "LauncherSessionListener", "LauncherDiscoveryListener",
            "PostDiscoveryFilter"
        }) {
            config = call(config, "enable" + each + "AutoRegistration", false);
        }
        Object engine = named(ENGINE).getConstructor().newInstance();
        config = call(config, "addTestEngines", arrayOf("org.junit.platform.engine.TestEngine", List.of(engine)));
        Object launcher = call(named(LAUNCHER + "core.LauncherFactory"), "create", call(config, "build"));
        Object selectors = arrayOf("org.junit.platform.engine.DiscoverySelector", selectors(type, method));
        Object request = call(named(LAUNCHER + "core.LauncherDiscoveryRequestBuilder"), "request");
        request = call(request, "selectors", selectors);
        request = call(request, "configurationParameter", "junit.jupiter.execution.parallel.enabled", "false");
        request = call(request, "build");
        Object listener = named(LAUNCHER + "listeners.SummaryGeneratingListener").getConstructor().newInstance();
        call(launcher, "execute", request, arrayOf(LAUNCHER + "TestExecutionListener", List.of(listener)));
        Object summary = call(listener, "getSummary");
        List<String> lines = new ArrayList<>();
        lines.add(String.valueOf(call(summary, "getTestsStartedCount")));
        for (Object failure : (List<?>) call(summary, "getFailures")) {
            Object name = call(call(failure, "getTestIdentifier"), "getDisplayName");
            lines.add(name + "\t" + call(failure, "getException"));
        }
        return lines.toArray(new String[0]);
    }

    private static List<Object> selectors(Class<?> type, String method) throws Throwable {
        Class<?> factory = named("org.junit.platform.engine.discovery.DiscoverySelectors");
        if (method.isEmpty()) {
            return List.of(call(factory, "selectClass", type));
        }
        List<Object> found = new ArrayList<>();
        for (Method each : type.getDeclaredMethods()) {
            if (each.getName().equals(method)) {
                found.add(call(factory, "selectMethod", type, each));
            }
        }
        return found;
    }

    // ---- JUnit 4

    private static String[] junit4(Class<?> type, String method) throws Throwable {
        Object core = named("org.junit.runner.JUnitCore").getConstructor().newInstance();
        Class<?> requests = named("org.junit.runner.Request");
        Object request = method.isEmpty() ? call(requests, "aClass", type) : call(requests, "method", type, method);
        Object result = call(core, "run", request);
        List<String> lines = new ArrayList<>();
        lines.add(String.valueOf(call(result, "getRunCount")));
        for (Object failure : (List<?>) call(result, "getFailures")) {
            Object description = call(failure, "getDescription");
            Object name = call(description, "getMethodName");
            Object shown = name == null ? call(description, "getDisplayName") : name;
            lines.add(shown + "\t" + call(failure, "getException"));
        }
        return lines.toArray(new String[0]);
    }

    // ---- TestNG

    private static String[] testng(Class<?> type, String method) throws Throwable {
        Class<?> kind = named("org.testng.TestNG");
        Object runner = kind.getConstructor(boolean.class).newInstance(false);
        call(runner, "setVerbose", 0);
        if (method.isEmpty()) {
            call(runner, "setTestClasses", (Object) new Class<?>[] {type});
        } else {
            call(runner, "setXmlSuites", List.of(suite(type, method)));
        }
        Object listener = named("org.testng.TestListenerAdapter").getConstructor().newInstance();
        kind.getMethod("addListener", named("org.testng.ITestNGListener")).invoke(runner, listener);
        call(runner, "run");
        List<?> passed = (List<?>) call(listener, "getPassedTests");
        List<Object> failed = new ArrayList<>((List<?>) call(listener, "getFailedTests"));
        failed.addAll((List<?>) call(listener, "getConfigurationFailures"));
        List<String> lines = new ArrayList<>();
        lines.add(String.valueOf(passed.size() + failed.size()));
        for (Object result : failed) {
            lines.add(call(call(result, "getMethod"), "getMethodName") + "\t" + call(result, "getThrowable"));
        }
        return lines.toArray(new String[0]);
    }

    /** A suite of one method. */
    private static Object suite(Class<?> type, String method) throws Throwable {
        Object suite = named("org.testng.xml.XmlSuite").getConstructor().newInstance();
        Object test = named("org.testng.xml.XmlTest").getConstructor(suite.getClass()).newInstance(suite);
        Object chosen = named("org.testng.xml.XmlClass").getConstructor(Class.class).newInstance(type);
        Object include = named("org.testng.xml.XmlInclude").getConstructor(String.class).newInstance(method);
        call(chosen, "setIncludedMethods", List.of(include));
        call(test, "setXmlClasses", List.of(chosen));
        return suite;
    }

    // ---- reflection

    private static Class<?> named(String name) throws ClassNotFoundException {
        return Class.forName(name, true, ExistingTests.class.getClassLoader());
    }

    private static Object arrayOf(String type, List<?> elements) throws ClassNotFoundException {
        Object array = Array.newInstance(named(type), elements.size());
        for (int i = 0; i < elements.size(); i++) {
            Array.set(array, i, elements.get(i));
        }
        return array;
    }

    /** Calls a public method by name, a static one where the target is a class, that takes these arguments. */
    private static Object call(Object target, String name, Object... arguments) throws Throwable {
        boolean isStatic = target instanceof Class<?>;
        Class<?> type = isStatic ? (Class<?>) target : target.getClass();
        for (Method method : type.getMethods()) {
            if (method.getName().equals(name) && fits(method.getParameterTypes(), arguments)) {
                try {
                    method.setAccessible(true);
                    return method.invoke(isStatic ? null : target, arguments);
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            }
        }
        throw new NoSuchMethodError(type.getName() + "." + name + Arrays.toString(arguments));
    }

    private static boolean fits(Class<?>[] parameters, Object[] arguments) {
        if (parameters.length != arguments.length) {
            return false;
        }
        for (int i = 0; i < parameters.length; i++) {
            Class<?> type = parameters[i];
            Object given = arguments[i];
            boolean primitive = type == boolean.class && given instanceof Boolean
                    || type == int.class && given instanceof Integer;
            if (!primitive && !type.isInstance(given)) {
                return false;
            }
        }
        return true;
    }
}
