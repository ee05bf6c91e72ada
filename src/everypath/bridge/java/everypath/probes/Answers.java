package everypath.probes;

/**
 * What the methods of a stub answer, call by call: the stub's class asks with its field and the number of the method.
 *
 * <p>The last answer is given for ever; a method without answers, of a stub that may have none at all, answers zero or
 * null. Like {@link Probes} it is seen by every class and, but for what it throws, uses nothing of the JDK: analysed
 * classes may be the JDK's own, and a stub must not pass their probes.
 */
public final class Answers {
    /** The answer that stands for the stub itself, which is made after its script. */
    public static final Object SELF = new Object();

    private final Object[] values;
    private final Class<?>[][] thrown;
    private final int[] calls;

    /**
     * A script.
     *
     * @param values by method, an array of its type of result (of Object for references) or null
     * @param thrown by method, the classes of the exceptions that the calls throw instead, or null
     */
    public Answers(Object[] values, Class<?>[][] thrown) {
        this.values = values;
        this.thrown = thrown;
        this.calls = new int[values.length];
    }

    private static Object next(Answers script, int method) {
        return script == null ? null : script.values[method];
    }

    /** Counts a call of a method with so many answers. */
    private int position(int method, int length) {
        int call = calls[method];
        if (call < length - 1) {
            calls[method] = call + 1;
        }
        Class<?>[] classes = thrown == null ? null : thrown[method];
        if (classes != null && classes[call] != null) {
            raise(classes[call]);
        }
        return call;
    }

    /** Throws a new exception of a class: whatever it is, and whatever the method declares. */
    @SuppressWarnings({"deprecation", "unchecked"})
    private static <T extends Throwable> void raise(Class<?> type) throws T {
        T made;
        try {
            made = (T) type.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
        throw made;
    }

    /** The answer of a method of {@code stub} that returns an object. */
    public static Object nextObject(Answers script, int method, Object stub) {
        Object[] given = (Object[]) next(script, method);
        Object answer = given == null ? null : given[script.position(method, given.length)];
        return answer == SELF ? stub : answer;
    }

    /** The answer of a method that returns a boolean. */
    public static boolean nextBoolean(Answers script, int method) {
        boolean[] given = (boolean[]) next(script, method);
        return given != null && given[script.position(method, given.length)];
    }

    /** The answer of a method that returns a byte. */
    public static byte nextByte(Answers script, int method) {
        byte[] given = (byte[]) next(script, method);
        return given == null ? 0 : given[script.position(method, given.length)];
    }

    /** The answer of a method that returns a char. */
    public static char nextChar(Answers script, int method) {
        char[] given = (char[]) next(script, method);
        return given == null ? 0 : given[script.position(method, given.length)];
    }

    /** The answer of a method that returns a short. */
    public static short nextShort(Answers script, int method) {
        short[] given = (short[]) next(script, method);
        return given == null ? 0 : given[script.position(method, given.length)];
    }

    /** The answer of a method that returns an int. */
    public static int nextInt(Answers script, int method) {
        int[] given = (int[]) next(script, method);
        return given == null ? 0 : given[script.position(method, given.length)];
    }

    /** The answer of a method that returns a long. */
    public static long nextLong(Answers script, int method) {
        long[] given = (long[]) next(script, method);
        return given == null ? 0 : given[script.position(method, given.length)];
    }

    /** The answer of a method that returns a float. */
    public static float nextFloat(Answers script, int method) {
        float[] given = (float[]) next(script, method);
        return given == null ? 0 : given[script.position(method, given.length)];
    }

    /** The answer of a method that returns a double. */
    public static double nextDouble(Answers script, int method) {
        double[] given = (double[]) next(script, method);
        return given == null ? 0 : given[script.position(method, given.length)];
    }

    private static Object[] fed = new Object[0];
    private static int taken;

    /** What the sources of unknown values are to return from here on, call by call; then zero and null. */
    public static void feed(Object[] values) {
        fed = values;
        taken = 0;
    }

    /** What the next call of a source returns. */
    public static Object sourceObject() {
        return taken < fed.length ? fed[taken++] : null;
    }

    /** The same for a source of type boolean. */
    public static boolean sourceZ() {
        Object next = sourceObject();
        return next instanceof Boolean ? (Boolean) next : false;
    }

    /** The same for a source of type byte. */
    public static byte sourceB() {
        Object next = sourceObject();
        return next instanceof Byte ? (Byte) next : 0;
    }

    /** The same for a source of type char. */
    public static char sourceC() {
        Object next = sourceObject();
        return next instanceof Character ? (Character) next : 0;
    }

    /** The same for a source of type short. */
    public static short sourceS() {
        Object next = sourceObject();
        return next instanceof Short ? (Short) next : 0;
    }

    /** The same for a source of type int. */
    public static int sourceI() {
        Object next = sourceObject();
        return next instanceof Integer ? (Integer) next : 0;
    }

    /** The same for a source of type long. */
    public static long sourceJ() {
        Object next = sourceObject();
        return next instanceof Long ? (Long) next : 0;
    }

    /** The same for a source of type float. */
    public static float sourceF() {
        Object next = sourceObject();
        return next instanceof Float ? (Float) next : 0;
    }

    /** The same for a source of type double. */
    public static double sourceD() {
        Object next = sourceObject();
        return next instanceof Double ? (Double) next : 0;
    }
}
