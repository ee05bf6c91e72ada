import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Reflection on known names: classes, members, calls and accesses. */
public class Reflecting {
    public int number = 4;
    private String text = "t";
    static long shared = 5;
    final double fixed = 2.5;

    public Reflecting() {}
    private Reflecting(int number, String text) { this.number = number; this.text = text; }

    public int twice(int a) { return 2 * a * number; }
    private String hidden(String s, long l) { return s + l + text; }
    static int fails(int a) { if (a > 2) throw new IllegalStateException("a" + a); return a; }
    public static String many(Object... values) { return Arrays.toString(values); }

    static class Below extends Reflecting { @Override public int twice(int a) { return -a; } }

    public static class Apart { private int own = 3; private int secret(int a) { return a + own; } private Apart() {} }

    abstract static class Open { Open() {} }

    enum Mode { A, B { @Override int k() { return 9; } }; int k() { return 1; } }

    record Pair(int a, List<String> b) {}

    interface Shape extends permits0 {}
    interface permits0 {}

    static String call(int n) throws Exception {
        Method twice = Reflecting.class.getMethod("twice", int.class);
        Method hidden = Reflecting.class.getDeclaredMethod("hidden", String.class, long.class);
        Reflecting r = n > 3 ? new Below() : new Reflecting(n, "x");
        Object viaShort = twice.invoke(r, (short) n);
        return twice.invoke(r, n) + " " + hidden.invoke(r, "s", n) + viaShort + viaShort.getClass().getSimpleName() + twice.getReturnType() + twice.getParameterCount() + Modifier.toString(hidden.getModifiers()) + twice;
    }

    static String wrong(int n) throws Exception {
        Method twice = Reflecting.class.getMethod("twice", int.class);
        Method fails = Reflecting.class.getDeclaredMethod("fails", int.class);
        try {
            switch (n) {
                case 0: return "" + twice.invoke(new Reflecting());
                case 1: return "" + twice.invoke(new Reflecting(), "x");
                case 2: return "" + Reflecting.class.getMethod("nothing", int.class);
                case 3: return "" + fails.invoke(null, n);
                case 4: return "" + Reflecting.class.getDeclaredField("nothing");
                case 5: return "" + Open.class.getDeclaredConstructor().newInstance();
                case 6: return "" + Mode.class.getDeclaredConstructors()[0].newInstance("C", 3);
                case 7: return "" + fails.invoke(null, 1);
                default: return "" + Reflecting.class.getConstructor(long.class);
            }
        } catch (InvocationTargetException e) {
            return "wrapped " + e.getCause() + e.getMessage();
        } catch (InstantiationException e) {
            return "abstract";
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            return e.toString();
        }
    }

    static String fields(int n) throws Exception {
        Reflecting r = new Reflecting(n, "f");
        Field number = Reflecting.class.getField("number");
        Field text = Reflecting.class.getDeclaredField("text");
        Field shared = Reflecting.class.getDeclaredField("shared");
        number.setInt(r, number.getInt(r) + 1);
        text.set(r, text.get(r) + "!");
        shared.set(null, (long) n);
        StringBuilder names = new StringBuilder();
        for (Field f : Reflecting.class.getDeclaredFields()) if (!f.isSynthetic()) names.append(f.getName()).append(f.getType().getSimpleName()).append(' ');
        return r.number + r.text + shared.getLong(null) + number.getLong(r) + number.get(r) + names + Modifier.isFinal(Reflecting.class.getDeclaredField("fixed").getModifiers());
    }

    static String constructed(int n) throws Exception {
        Constructor<Reflecting> c = Reflecting.class.getDeclaredConstructor(int.class, String.class);
        Reflecting r = c.newInstance(n, "c");
        List<?> list = ArrayList.class.getDeclaredConstructor().newInstance();
        Object below = Class.forName("Reflecting$Below").getDeclaredConstructor().newInstance();
        return r.number + r.text + list + (below instanceof Below) + c.getParameterTypes().length + Reflecting.class.getDeclaredConstructors().length;
    }

    static String access(int n) throws Exception {
        Constructor<Apart> c = Apart.class.getDeclaredConstructor();
        c.setAccessible(true);
        Method secret = Apart.class.getDeclaredMethod("secret", int.class);
        secret.setAccessible(true);
        return "" + secret.invoke(c.newInstance(), n);
    }

    static String records(int n) throws Exception {
        StringBuilder out = new StringBuilder();
        Pair p = new Pair(n, List.of("v"));
        for (RecordComponent c : Pair.class.getRecordComponents()) out.append(c.getName()).append(c.getType().getSimpleName()).append(c.getAccessor().invoke(p)).append(' ');
        return out + "" + Pair.class.isRecord();
    }

    static String classes(int n) throws Exception {
        Class<?>[] all = {int.class, int[].class, String[][].class, Reflecting.class, Mode.class, Mode.B.getClass(), Pair.class, Map.Entry.class, Runnable.class, new Object() {}.getClass(), Shape.class, Thread.State.class, void.class};
        Class<?> c = all[n % all.length];
        return c.getName() + " " + c.getSimpleName() + " " + c.getTypeName() + " " + c.getCanonicalName() + " " + Modifier.toString(c.getModifiers()) + " " + c + c.isPrimitive() + c.isArray() + c.isInterface() + c.isEnum() + c.isRecord() + c.isAnonymousClass()
            + c.isMemberClass() + c.getSuperclass() + Arrays.toString(c.getInterfaces()) + c.getComponentType() + c.getPackageName() + c.getDeclaringClass() + c.getEnclosingClass() + c.isSynthetic() + c.isAnnotation() + c.isLocalClass();
    }

    static String instances(int n) {
        Object[] values = {"s", 5, new int[0], Mode.B, new Pair(1, null), null, 'c', List.of()};
        Object v = values[n % values.length];
        String s = "" + Comparable.class.isInstance(v) + Number.class.isInstance(v) + Object.class.isAssignableFrom(Pair.class) + Mode.class.isInstance(v);
        try { return s + Number.class.cast(v); } catch (ClassCastException e) { return s + e.getMessage(); }
    }

    static String arrays(int n) {
        Object a = Array.newInstance(n > 3 ? int.class : String.class, n);
        if (n > 0) Array.set(a, 0, n > 3 ? (Object) n : "v");
        Object grid = Array.newInstance(long.class, 2, n);
        return Array.getLength(a) + a.getClass().getSimpleName() + (n > 0 ? Array.get(a, 0) : "") + ((long[][]) grid)[1].length;
    }

    static String misused(int n) {
        Object[] targets = {new int[0], new int[1], new long[1], new char[1], new String[0], new String[1], "none", null};
        Object[] given = {null, 1, 2L, 'c', "s", 1.5};
        StringBuilder s = new StringBuilder();
        for (Object target : targets) {
            for (Object value : given) s.append(attempt(() -> { Array.set(target, n % 2, value); return Array.get(target, 0); })).append(';');
            s.append(attempt(() -> { Array.setInt(target, n % 2, n); return Array.getLong(target, 0); })).append(attempt(() -> Array.getInt(target, n % 2)));
        }
        return s.toString();
    }

    public static int taken(int n) { return n; }

    static Object given(int n) throws Exception {
        Object[] given = {n, (long) n, "s", 'c', (byte) n};
        java.lang.reflect.Method taken = Reflecting.class.getMethod("taken", int.class);
        try { taken.invoke(null, (Object) null); return "none"; } catch (IllegalArgumentException e) { /* worded by the JVM */ }
        return attempt(() -> taken.invoke(null, given[n % given.length])) + "" + attempt(() -> taken.invoke(null, n, n)) + attempt(() -> taken.invoke(null));
    }

    static Object meta(int n) {
        return attempt(() -> n % 2 == 0 ? Class.class.newInstance() : Thread.currentThread().getContextClassLoader() != null);
    }

    static Object attempt(java.util.concurrent.Callable<Object> action) {
        try { return action.call(); } catch (Exception e) { return e.getClass().getSimpleName() + e.getMessage(); }
    }

    static String nested(int n) {
        class Local {}
        Object anonymous = new Object() {};
        return Local.class.getEnclosingMethod().getName() + anonymous.getClass().getEnclosingMethod().getParameterCount() + Local.class.isLocalClass() + Reflecting.class.getDeclaredClasses().length + Mode.class.getEnumConstants()[n % 2] + Arrays.toString(Runnable.class.getEnumConstants()) + Local.class.getSimpleName() + Mode.class.getNestHost().getSimpleName();
    }

    static String generics(int n) throws Exception {
        return Pair.class.getDeclaredMethod("b").getReturnType().getName() + Reflecting.class.getMethod("many", Object[].class).isVarArgs() + Reflecting.class.getMethod("many", Object[].class).invoke(null, (Object) new Object[] {n, "x"}) + Reflecting.class.getMethod("many", Object[].class).getName();
    }

    static String handles(int n) throws Throwable {
        MethodHandles.Lookup l = MethodHandles.lookup();
        Reflecting r = new Reflecting(n, "u");
        Object a = l.unreflect(Reflecting.class.getMethod("twice", int.class)).invoke(r, 3);
        Object b = l.unreflect(Reflecting.class.getDeclaredMethod("fails", int.class)).invoke(1);
        Object c = l.unreflectConstructor(Reflecting.class.getDeclaredConstructor(int.class, String.class)).invoke(n, "v");
        int d = (int) l.unreflectGetter(Reflecting.class.getField("number")).invokeExact(r);
        l.unreflectSetter(Reflecting.class.getDeclaredField("text")).invoke(r, "w");
        boolean e = l.unreflectVarHandle(Reflecting.class.getDeclaredField("number")).compareAndSet(r, n, 8);
        return a + " " + b + ((Reflecting) c).text + d + r.text + e + r.number;
    }

    @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) @java.lang.annotation.Inherited @interface Kept { int value() default 3; }
    @interface Dropped {}
    @Kept(5) @Dropped static class Marked { @Deprecated public int old; @Kept public void m() {} public void plain() {} }
    static class Heir extends Marked {}

    static String annotations(int n) throws Exception {
        return "" + Marked.class.isAnnotationPresent(Kept.class) + Heir.class.isAnnotationPresent(Kept.class) + Marked.class.isAnnotationPresent(Dropped.class) + Marked.class.getField("old").isAnnotationPresent(Deprecated.class)
            + Marked.class.getMethod("m").isAnnotationPresent(Kept.class) + Marked.class.getMethod("plain").getAnnotation(Kept.class) + Reflecting.class.getAnnotations().length + Marked.class.getMethod("plain").getDeclaredAnnotations().length;
    }

    static String opened(int n) throws Exception {
        try {
            switch (n) {
                case 0: String.class.getMethod("length").setAccessible(true); break;
                case 1: String.class.getDeclaredField("value").setAccessible(true); break;
                case 2: return "" + String.class.getDeclaredField("value").trySetAccessible();
                case 3: return "" + Apart.class.getDeclaredField("own").trySetAccessible();
                case 4: String.class.getDeclaredField("value").get("x"); break;
                default: ArrayList.class.getDeclaredMethod("grow").setAccessible(true);
            }
        } catch (RuntimeException | IllegalAccessException e) {
            return e.getClass().getName();
        }
        return "fine";
    }

    interface Greeter { String greet(String name); default int twice(int a) { return 2 * a; } void none() throws java.io.IOException; long wide(int a, double b); }

    static String proxies(int n) throws Throwable {
        StringBuilder log = new StringBuilder();
        java.lang.reflect.InvocationHandler handler = (proxy, method, args) -> {
            log.append(method.getName()).append(args == null ? -1 : args.length).append(method.getDeclaringClass().getSimpleName()).append(' ');
            switch (method.getName()) {
                case "greet": return "hi " + args[0];
                case "wide": return n == 1 ? (Object) 5 : n == 2 ? null : (Object) ((Integer) args[0] + ((Double) args[1]).longValue());
                case "none": if (n == 3) throw new java.io.IOException("io"); if (n == 4) throw new InterruptedException("i"); return null;
                case "twice": return (Integer) args[0] + 1;
                case "hashCode": return 42;
                case "equals": return proxy == args[0];
                default: return "proxy";
            }
        };
        Greeter g = (Greeter) java.lang.reflect.Proxy.newProxyInstance(Reflecting.class.getClassLoader(), new Class<?>[] {Greeter.class, Runnable.class}, handler);
        String s = g.greet("you") + g.twice(n) + g.hashCode() + g.equals(g) + g.equals("x") + g + (g instanceof Runnable) + java.lang.reflect.Proxy.isProxyClass(g.getClass()) + (java.lang.reflect.Proxy.getInvocationHandler(g) == handler);
        try { g.none(); s += g.wide(n, 2.5); ((Runnable) g).run(); }
        catch (java.io.IOException | java.lang.reflect.UndeclaredThrowableException e) { s += e.getClass().getSimpleName() + e.getCause(); }
        catch (ClassCastException | NullPointerException e) { s += e.getClass().getSimpleName(); }
        return s + log;
    }

    interface Source { Object take(); default int rank() { return 1; } static int none() { return 0; } }
    interface Words extends Source { String take(); }
    interface Ranked extends Source { default int rank() { return 2; } default void reset() {} }
    interface Other { default int rank() { return 3; } Object take(); void reset(); }
    abstract static class Plain implements Source { public CharSequence take() { return "p"; } public static int none() { return 1; } abstract void inside(); }
    static class Whole extends Plain implements Words, Ranked, Other { public String take() { return "w"; } public int rank() { return 4; } public void reset() {} void inside() {} }
    interface Going { void go(); }
    interface Walking { void go(); }
    abstract static class Torn extends Plain implements Ranked, Going, Walking { }

    /** The public methods of classes with diamonds, bridges and static methods, whatever their order. */
    static String inherited(int n) {
        Class<?>[] asked = {Words.class, Ranked.class, Plain.class, Whole.class, Torn.class, Mode.class, ArrayList.class, int[].class};
        List<String> found = new ArrayList<>();
        for (Method each : asked[n].getMethods()) {
            found.add(each.getDeclaringClass().getSimpleName() + '.' + each.getName() + Arrays.toString(each.getParameterTypes()) + each.getReturnType().getName() + each.getModifiers());
        }
        found.sort(null);
        return found.size() + found.toString();
    }
}
