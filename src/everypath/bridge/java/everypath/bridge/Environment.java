package everypath.bridge;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.charset.Charset;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TimeZone;

import everypath.probes.Variables;

/**
 * The JDK's global state that a test may change: streams, locale, time zone, system properties, and the environment
 * variables, which a plan may set. With other defaults, a test finds another {@link Machine}, too.
 */
public final class Environment {
    /** The first JDK whose default charset is the same on all machines. */
    private static final int FIXED_CHARSET = 18;

    /** The name of the thread that runs code under test, as of the one that runs a program. */
    private static final String NAME = "main";

    private final Capture out = new Capture();
    private final Capture err = new Capture();
    private InputStream in = new ByteArrayInputStream(new byte[0]);
    private final PrintStream outStream = out.stream();
    private final PrintStream errStream = err.stream();
    private final Locale locale = Locale.getDefault();
    private final Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();
    private final TimeZone zone = TimeZone.getDefault();
    private final Charset charset = Charset.defaultCharset();
    private final String lineSeparator = System.lineSeparator();
    private final Properties properties = (Properties) System.getProperties().clone();
    private final Object[] names = properties.keySet().toArray();
    private final Object[] values = new Object[names.length];

    private final Machine machine = new Machine();
    private final Map<String, String> variables = Map.copyOf(System.getenv());

    /** Puts the captured streams in place, and a map of variables that can be changed. */
    Environment() {
        for (int i = 0; i < names.length; i++) {
            values[i] = properties.get(names[i]);
        }
        Variables.ALL.putAll(variables);
        replaceVariables();
        System.setIn(in);
        System.setOut(outStream);
        System.setErr(errStream);
    }

    /** From now on, the standard input is one that code has closed. */
    void closeInput() {
        in = new BufferedInputStream(in);
        try {
            in.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        System.setIn(in);
    }

    /**
     * Gives the JVM other defaults until everything is restored: locale (a language tag), time zone, charset, and
     * system properties, of which those without a value are removed. From JDK 18 on, the default charset is the same on
     * all machines (JEP 400), and stays. Another {@code user.dir} stands for another process.
     */
    void use(Map<?, ?> defaults) {
        String name = (String) defaults.get("charset");
        if (name != null && Runtime.version().feature() < FIXED_CHARSET) {
            set(Charset.class, "defaultCharset", Charset.forName(name));
        }
        String language = (String) defaults.get("locale");
        if (language != null) {
            Locale.setDefault(Locale.forLanguageTag(language));
        }
        String timeZone = (String) defaults.get("zone");
        if (timeZone != null) {
            TimeZone.setDefault(TimeZone.getTimeZone(timeZone));
        }
        for (Map.Entry<?, ?> each : ((Map<?, ?>) defaults.get("properties")).entrySet()) {
            if (each.getValue() == null) {
                System.clearProperty((String) each.getKey());
            } else {
                System.setProperty((String) each.getKey(), (String) each.getValue());
            }
        }
        String folder = System.getProperty("user.dir");
        if (!properties.get("user.dir").equals(folder)) {
            machine.use(folder);
        }
        set(System.class, "lineSeparator", System.getProperty("line.separator"));
    }

    /** Whether these defaults stand for another process: one that may load its classes from folders. */
    static boolean isElsewhere(Map<?, ?> defaults) {
        return ((Map<?, ?>) defaults.get("properties")).containsKey("user.dir");
    }

    /** Restores everything, and adds what was printed to the answer. */
    public void restore(Map<String, Object> answer) {
        machine.restore();
        if (System.in != in) {
            System.setIn(in);
        }
        if (System.out != outStream) {
            System.setOut(outStream);
        }
        if (System.err != errStream) {
            System.setErr(errStream);
        }
        if (!Locale.getDefault().equals(locale)
                || !Locale.getDefault(Locale.Category.DISPLAY).equals(locale)
                || !Locale.getDefault(Locale.Category.FORMAT).equals(locale)) {
            Locale.setDefault(locale);
        }
        if (Thread.getDefaultUncaughtExceptionHandler() != handler) {
            Thread.setDefaultUncaughtExceptionHandler(handler);
        }
        restore(Thread.currentThread());
        if (!TimeZone.getDefault().equals(zone)) {
            TimeZone.setDefault(zone);
        }
        if (!Charset.defaultCharset().equals(charset)) {
            set(Charset.class, "defaultCharset", charset);
        }
        if (!System.lineSeparator().equals(lineSeparator)) {
            set(System.class, "lineSeparator", lineSeparator);
        }
        if (propertiesChanged()) {
            System.setProperties((Properties) properties.clone());
        }
        if (!Variables.ALL.equals(variables)) {
            Variables.ALL.clear();
            Variables.ALL.putAll(variables);
        }
        put(answer, "out", out.take());
        put(answer, "err", err.take());
    }

    private static void set(Class<?> owner, String field, Object value) {
        try {
            Access.set(owner.getDeclaredField(field), null, value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Takes back what a run changed of the thread that all runs have. */
    private static void restore(Thread worker) {
        if (!NAME.equals(worker.getName())) {
            worker.setName(NAME);
        }
        if (worker.getPriority() != Thread.NORM_PRIORITY) {
            worker.setPriority(Thread.NORM_PRIORITY);
        }
        if (worker.getUncaughtExceptionHandler() != worker.getThreadGroup()) {
            worker.setUncaughtExceptionHandler(null);
        }
    }

    private static void replaceVariables() {
        try {
            Class<?> owner = Class.forName("java.lang.ProcessEnvironment");
            Field field = owner.getDeclaredField("theUnmodifiableEnvironment");
            Access.set(field, null, Collections.unmodifiableMap(Variables.ALL));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether a property was set, removed or replaced; most replays touch none, so this is to be quick. */
    private boolean propertiesChanged() {
        Properties now = System.getProperties();
        if (now.size() != names.length) {
            return true;
        }
        for (int i = 0; i < names.length; i++) {
            Object value = now.get(names[i]);
            if (value != values[i] && !values[i].equals(value)) {
                return true;
            }
        }
        return false;
    }

    private static void put(Map<String, Object> answer, String key, String text) {
        if (text != null) {
            answer.put(key, text);
        }
    }
}
