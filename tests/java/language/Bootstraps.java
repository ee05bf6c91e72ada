import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.invoke.VarHandle;

/** Bootstrap methods for the class that the tests assemble, and what its dynamic constants are shown by. */
public class Bootstraps {
    public enum Mode { ON, OFF }

    public static final String NAMED = "named";
    static int count;
    int number = 6;

    static int plus(int a, int b) { return a + b; }

    static String said(String text, int a) { return text + a; }

    /** Binds the extra argument of a target that is named by the call site. */
    public static CallSite binding(MethodHandles.Lookup lookup, String name, MethodType type, int extra) throws Throwable {
        MethodHandle target = lookup.findStatic(Bootstraps.class, "plus", MethodType.methodType(int.class, int.class, int.class));
        return new ConstantCallSite(MethodHandles.insertArguments(target, 1, extra).asType(type));
    }

    /** Gives the handle it is given, counted. */
    public static CallSite given(MethodHandles.Lookup lookup, String name, MethodType type, MethodHandle handle, Object... rest) {
        count++;
        return new ConstantCallSite(MethodHandles.insertArguments(handle, 0, name + rest.length + (rest.length > 0 ? rest[0] : "")).asType(type));
    }

    /** A site that relinks itself after its first call. */
    public static CallSite changing(MethodHandles.Lookup lookup, String name, MethodType type) throws Throwable {
        MutableCallSite site = new MutableCallSite(type);
        MethodHandle first = lookup.findStatic(Bootstraps.class, "first", MethodType.methodType(int.class, MutableCallSite.class, int.class));
        site.setTarget(first.bindTo(site));
        return site;
    }

    static int first(MutableCallSite site, int a) throws Throwable {
        site.setTarget(MethodHandles.lookup().findStatic(Bootstraps.class, "twice", MethodType.methodType(int.class, int.class)));
        return -a;
    }

    static int twice(int a) { return 2 * a; }

    public static CallSite failing(MethodHandles.Lookup lookup, String name, MethodType type) throws Exception { throw new Exception("no " + name); }

    public static CallSite wrong(MethodHandles.Lookup lookup, String name, MethodType type) { return new ConstantCallSite(MethodHandles.constant(String.class, name)); }

    public static CallSite nothing(MethodHandles.Lookup lookup, String name, MethodType type) { return null; }

    public static Object counted(MethodHandles.Lookup lookup, String name, Class<?> type) { return name + ++count + lookup.lookupClass().getName() + type.getSimpleName(); }

    public static int number(MethodHandles.Lookup lookup, String name, Class<?> type, int a, long b, String c) { return a + (int) b + c.length(); }

    public static long wide(MethodHandles.Lookup lookup, String name, Class<?> type, Object nested) { return nested.toString().length() * 1000000007L; }

    public static Object broken(MethodHandles.Lookup lookup, String name, Class<?> type) { throw new IllegalStateException(name); }

    static String show(Object value) throws Throwable {
        if (value instanceof MethodHandle) {
            MethodHandle handle = (MethodHandle) value;
            return "handle" + handle.type() + (handle.type().parameterCount() == 2 ? handle.invoke(3, 4) : "");
        }
        if (value instanceof VarHandle) {
            return "variable" + ((VarHandle) value).varType() + ((VarHandle) value).coordinateTypes();
        }
        return value + (value == null ? "" : " " + value.getClass().getName());
    }
}
