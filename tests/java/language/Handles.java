import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.invoke.WrongMethodTypeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import static java.lang.invoke.MethodType.methodType;

/** Method handles: finding, calling, adapting and combining them. */
public class Handles {
    private int field = 5;
    static long total = 7;
    final String fixed = "fixed";

    Handles() {}
    Handles(int field) { this.field = field; }

    static int twice(int a) { return 2 * a; }
    static int add(int a, int b) { return a + b; }
    static String join(String a, int b, long c) { return a + b + ":" + c; }
    static String many(String first, Object... rest) { return first + Arrays.toString(rest); }
    static void log(List<String> out, String text) { out.add(text); }
    static boolean even(int a) { return a % 2 == 0; }
    static int fails(int a) { if (a > 2) throw new IllegalStateException("a=" + a); return a; }
    private int hidden(int a) { return field * a; }
    @Override public String toString() { return "H" + field; }

    static class Below extends Handles {
        Below() { super(9); }
        @Override public String toString() { return "Below"; }
        static String parent(Below self) throws Throwable {
            return (String) MethodHandles.lookup().findSpecial(Handles.class, "toString", methodType(String.class), Below.class).invokeExact(self);
        }
    }

    static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    static MethodHandle find(String name, MethodType type) throws Throwable { return LOOKUP.findStatic(Handles.class, name, type); }

    static String exact(int n) throws Throwable {
        MethodHandle h = find("twice", methodType(int.class, int.class));
        int r = (int) h.invokeExact(n);
        MethodHandle j = find("join", methodType(String.class, String.class, int.class, long.class));
        return r + (String) j.invokeExact("x", n, 5L) + h.type() + h.type().parameterCount() + j.type().toMethodDescriptorString();
    }

    static String wrongType(int n) throws Throwable {
        MethodHandle h = find("twice", methodType(int.class, int.class));
        try {
            switch (n) {
                case 0: return "" + (long) h.invokeExact(n);
                case 1: return "" + (int) h.invokeExact((short) n);
                case 2: Object o = h.invokeExact(n); return "" + o;
                case 3: h.invokeExact(n); return "void";
                case 4: return "" + (int) h.invoke("text");
                case 5: return "" + (int) h.invoke(1, 2);
                default: return "" + (int) h.invokeExact(Integer.valueOf(n));
            }
        } catch (WrongMethodTypeException e) {
            return e.getMessage();
        }
    }

    static String generic(int n) throws Throwable {
        MethodHandle h = find("twice", methodType(int.class, int.class));
        Object boxed = h.invoke((Object) n);
        long wide = (long) h.invoke((byte) n);
        h.invoke(n);
        Object viaList = h.invokeWithArguments(List.of(n + 1));
        try { return boxed + " " + wide + " " + viaList + h.invoke((Object) "s"); } catch (ClassCastException e) { return boxed + " " + wide + " " + viaList; }
    }

    static String virtual(int n) throws Throwable {
        MethodHandle h = LOOKUP.findVirtual(Object.class, "toString", methodType(String.class));
        MethodHandle length = LOOKUP.findVirtual(String.class, "length", methodType(int.class));
        MethodHandle hidden = LOOKUP.findVirtual(Handles.class, "hidden", methodType(int.class, int.class));
        MethodHandle compare = LOOKUP.findVirtual(Comparable.class, "compareTo", methodType(int.class, Object.class));
        return (String) h.invokeExact((Object) new Below()) + (String) h.invoke(new Handles(n)) + (int) length.invokeExact("abc") + (int) hidden.invoke(new Handles(n), 3)
            + (int) compare.invoke("a", "b") + Below.parent(new Below()) + h.bindTo("bound").invoke();
    }

    static String constructors(int n) throws Throwable {
        MethodHandle c = LOOKUP.findConstructor(Handles.class, methodType(void.class, int.class));
        MethodHandle list = LOOKUP.findConstructor(ArrayList.class, methodType(void.class));
        Handles made = (Handles) c.invokeExact(n);
        ArrayList<?> l = (ArrayList<?>) list.invokeExact();
        return made.toString() + l + c.type();
    }

    static String fields(int n) throws Throwable {
        MethodHandle get = LOOKUP.findGetter(Handles.class, "field", int.class);
        MethodHandle set = LOOKUP.findSetter(Handles.class, "field", int.class);
        MethodHandle getStatic = LOOKUP.findStaticGetter(Handles.class, "total", long.class);
        Handles h = new Handles(3);
        set.invokeExact(h, n);
        return (int) get.invokeExact(h) + " " + (long) getStatic.invokeExact() + set.type() + get.type();
    }

    static String missing(int n) throws Throwable {
        try {
            switch (n) {
                case 0: LOOKUP.findStatic(Handles.class, "nothing", methodType(int.class)); break;
                case 1: LOOKUP.findVirtual(Handles.class, "twice", methodType(long.class, int[].class)); break;
                case 2: LOOKUP.findConstructor(Handles.class, methodType(void.class, String.class)); break;
                case 3: LOOKUP.findGetter(Handles.class, "nothing", int.class); break;
                case 4: LOOKUP.findGetter(Handles.class, "total", int.class); break;
                case 5: LOOKUP.findVirtual(Handles.class, "twice", methodType(int.class, int.class)); break;
                case 6: MethodHandles.publicLookup().findVirtual(Handles.class, "hidden", methodType(int.class, int.class)); break;
                default: LOOKUP.findSetter(Handles.class, "fixed", String.class);
            }
        } catch (NoSuchMethodException | NoSuchFieldException e) {
            return e.getClass().getSimpleName() + e.getMessage();
        } catch (IllegalAccessException e) {
            return "no access";
        }
        return "found";
    }

    static String arguments(int n) throws Throwable {
        MethodHandle j = find("join", methodType(String.class, String.class, int.class, long.class));
        MethodHandle inserted = MethodHandles.insertArguments(j, 1, n, 8L);
        MethodHandle dropped = MethodHandles.dropArguments(inserted, 1, List.of(Object.class, double.class));
        MethodHandle permuted = MethodHandles.permuteArguments(j, methodType(String.class, long.class, String.class, int.class), 1, 2, 0);
        return (String) inserted.invokeExact("p") + (String) dropped.invokeExact("q", (Object) null, 1.5) + (String) permuted.invokeExact(9L, "r", n) + dropped.type() + permuted.type() + inserted.type();
    }

    static String filters(int n) throws Throwable {
        MethodHandle twice = find("twice", methodType(int.class, int.class));
        MethodHandle add = find("add", methodType(int.class, int.class, int.class));
        MethodHandle filtered = MethodHandles.filterArguments(add, 0, twice, null);
        MethodHandle returned = MethodHandles.filterReturnValue(add, twice);
        MethodHandle text = LOOKUP.findStatic(String.class, "valueOf", methodType(String.class, int.class));
        MethodHandle shown = MethodHandles.filterReturnValue(filtered, text);
        MethodHandle folded = MethodHandles.foldArguments(add, twice);
        MethodHandle collected = MethodHandles.collectArguments(add, 1, add);
        return (int) filtered.invokeExact(n, 1) + " " + (int) returned.invokeExact(n, 1) + " " + (String) shown.invokeExact(n, 2) + " " + (int) folded.invokeExact(n) + " " + (int) collected.invokeExact(1, n, 3) + collected.type();
    }

    static String guards(int n) throws Throwable {
        MethodHandle even = find("even", methodType(boolean.class, int.class));
        MethodHandle twice = find("twice", methodType(int.class, int.class));
        MethodHandle guarded = MethodHandles.guardWithTest(even, twice, MethodHandles.identity(int.class));
        MethodHandle fails = find("fails", methodType(int.class, int.class));
        MethodHandle handler = MethodHandles.dropArguments(MethodHandles.constant(int.class, -1), 0, IllegalStateException.class);
        MethodHandle caught = MethodHandles.catchException(fails, IllegalStateException.class, handler);
        MethodHandle thrower = MethodHandles.throwException(int.class, RuntimeException.class);
        String s = (int) guarded.invokeExact(n) + " " + (int) caught.invokeExact(n);
        try { return s + (int) thrower.invokeExact(new RuntimeException("thrown " + n)); } catch (RuntimeException e) { return s + e.getMessage(); }
    }

    static int cleanup(Throwable t, int result, int a) { return t == null ? result + a : -5; }

    static String finals(int n) throws Throwable {
        MethodHandle fails = find("fails", methodType(int.class, int.class));
        MethodHandle cleanup = find("cleanup", methodType(int.class, Throwable.class, int.class, int.class));
        MethodHandle both = MethodHandles.tryFinally(fails, cleanup);
        try { return "" + (int) both.invokeExact(n); } catch (IllegalStateException e) { return e.getMessage(); }
    }

    static String arrays(int n) throws Throwable {
        int[] a = {1, 2, 3};
        MethodHandle get = MethodHandles.arrayElementGetter(int[].class);
        MethodHandle set = MethodHandles.arrayElementSetter(String[].class);
        MethodHandle length = MethodHandles.arrayLength(int[].class);
        MethodHandle make = MethodHandles.arrayConstructor(long[].class);
        String[] s = new String[2];
        set.invokeExact(s, 1, "v");
        try { return (int) get.invokeExact(a, n) + s[1] + (int) length.invokeExact(a) + ((long[]) make.invokeExact(n)).length; }
        catch (ArrayIndexOutOfBoundsException e) { return e.getMessage(); }
    }

    static String varargs(int n) throws Throwable {
        MethodHandle many = find("many", methodType(String.class, String.class, Object[].class));
        MethodHandle fixed = many.asFixedArity();
        MethodHandle collector = find("many", methodType(String.class, String.class, Object[].class)).asFixedArity().asCollector(Object[].class, 2);
        MethodHandle spread = find("add", methodType(int.class, int.class, int.class)).asSpreader(Integer[].class, 2);
        MethodHandle list = LOOKUP.findStatic(Arrays.class, "asList", methodType(List.class, Object[].class));
        String s = (String) many.invoke("a") + (String) many.invoke("b", 1, "c") + (String) many.invokeExact("d", new Object[] {n}) + (String) fixed.invoke("e", new Object[] {n, n}) + (String) collector.invokeExact("f", (Object) 1, (Object) 2);
        return s + (int) spread.invokeExact(new Integer[] {n, 4}) + many.isVarargsCollector() + fixed.isVarargsCollector() + list.invoke(1, 2, n) + many.invokeWithArguments("g", 1, 2);
    }

    static String spreadWrong(int n) throws Throwable {
        MethodHandle spread = find("add", methodType(int.class, int.class, int.class)).asSpreader(Integer[].class, 2);
        try { return "" + (int) spread.invokeExact(n == 0 ? null : new Integer[n]); } catch (IllegalArgumentException e) { return e.getMessage(); } catch (NullPointerException e) { return "null"; }
    }

    static String casts(int n) throws Throwable {
        MethodHandle id = MethodHandles.identity(int.class);
        MethodHandle narrow = MethodHandles.explicitCastArguments(id, methodType(byte.class, long.class));
        MethodHandle object = id.asType(methodType(Object.class, Object.class));
        MethodHandle nullable = MethodHandles.explicitCastArguments(id, methodType(int.class, Integer.class));
        MethodHandle zero = MethodHandles.zero(double.class);
        return (byte) narrow.invokeExact(n * 100L) + " " + object.invokeExact((Object) n) + (int) nullable.invokeExact((Integer) null) + (double) zero.invokeExact() + (Object) MethodHandles.empty(methodType(String.class, int.class)).invoke(n);
    }

    static String invokers(int n) throws Throwable {
        MethodType type = methodType(int.class, int.class);
        MethodHandle exact = MethodHandles.exactInvoker(type);
        MethodHandle loose = MethodHandles.invoker(methodType(Object.class, Object.class));
        MethodHandle spread = MethodHandles.spreadInvoker(methodType(int.class, int.class, int.class), 0);
        MethodHandle twice = find("twice", type);
        return (int) exact.invokeExact(twice, n) + " " + loose.invokeExact(twice, (Object) n) + " " + (int) spread.invokeExact(find("add", methodType(int.class, int.class, int.class)), new Object[] {n, 2});
    }

    static int step(int v, int i) { return v * 2 + i; }
    static boolean below(int v, int limit) { return v < limit; }
    static int next(int v, int limit) { return v + 3; }
    static String append(String s, Integer i) { return s + i; }

    static String loops(int n) throws Throwable {
        MethodHandle count = MethodHandles.countedLoop(MethodHandles.constant(int.class, n), MethodHandles.constant(int.class, 1), find("step", methodType(int.class, int.class, int.class)));
        MethodHandle below = find("below", methodType(boolean.class, int.class, int.class));
        MethodHandle next = find("next", methodType(int.class, int.class, int.class));
        MethodHandle init = MethodHandles.dropArguments(MethodHandles.constant(int.class, 0), 0, int.class);
        MethodHandle loop = MethodHandles.whileLoop(init, below, next);
        MethodHandle until = MethodHandles.doWhileLoop(init, next, below);
        MethodHandle each = MethodHandles.iteratedLoop(null, MethodHandles.constant(String.class, ""), find("append", methodType(String.class, String.class, Integer.class)));
        return (int) count.invoke() + " " + (int) loop.invoke(n) + " " + (int) until.invoke(n) + " " + (String) each.invoke((Iterable<?>) List.of(n, 2));
    }

    static String types(int n) {
        MethodType t = methodType(int.class, String.class, long[].class);
        MethodType u = t.changeReturnType(void.class).appendParameterTypes(double.class).insertParameterTypes(0, Object.class).dropParameterTypes(1, 2);
        return t + " " + u + t.equals(methodType(int.class, String.class, long[].class)) + (t == methodType(int.class, new Class<?>[] {String.class, long[].class})) + t.wrap() + t.generic() + t.erase() + t.hasPrimitives()
            + u.parameterList().size() + u.lastParameterType() + MethodType.genericMethodType(2, true) + t.wrap().unwrap() + t.descriptorString() + t.parameterType(0).getSimpleName() + MethodType.fromMethodDescriptorString("(IJ)V", null);
    }

    static String typeErrors(int n) {
        try {
            switch (n) {
                case 0: methodType(int.class, void.class); break;
                case 1: methodType(null, int.class); break;
                case 2: methodType(int.class).parameterType(0); break;
                case 3: MethodHandles.insertArguments(MethodHandles.identity(int.class), 2, 5); break;
                case 4: MethodHandles.dropArguments(MethodHandles.identity(int.class), 5, int.class); break;
                case 5: MethodHandles.constant(int.class, "x"); break;
                case 6: MethodHandles.guardWithTest(MethodHandles.identity(int.class), MethodHandles.identity(int.class), MethodHandles.identity(int.class)); break;
                default: MethodHandles.identity(int.class).asType(methodType(String.class, int.class));
            }
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName() + (n == 2 || n == 1 || n == 4 ? "" : e.getMessage());
        }
        return "fine";
    }

    static String sites(int n) throws Throwable {
        MutableCallSite site = new MutableCallSite(MethodHandles.identity(int.class));
        MethodHandle invoker = site.dynamicInvoker();
        int a = (int) invoker.invokeExact(n);
        site.setTarget(find("twice", methodType(int.class, int.class)));
        CallSite constant = new ConstantCallSite(MethodHandles.constant(String.class, "c"));
        return a + " " + (int) invoker.invokeExact(n) + (String) constant.dynamicInvoker().invokeExact() + site.type() + constant.getTarget().type();
    }

    static String thrown(int n) throws Throwable {
        MethodHandle fails = find("fails", methodType(int.class, int.class));
        return "" + (int) fails.invokeExact(n);
    }

    static String nulls(int n) throws Throwable {
        MethodHandle h = n > 1 ? null : LOOKUP.findVirtual(String.class, "length", methodType(int.class));
        return "" + (int) h.invokeExact(n == 0 ? (String) null : "x");
    }
}
