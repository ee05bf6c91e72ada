import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;

/** Stack traces, as far as code can read them: only the frames of these classes are looked at. */
public class Traces {
    static class Failing {
        final int value;
        Failing(int n) { value = check(n); }
        private static int check(int n) { if (n > 0) throw new IllegalArgumentException("n = " + n); return n; }
    }

    static String frames(Throwable t) {
        StringBuilder out = new StringBuilder(t.toString());
        for (StackTraceElement e : t.getStackTrace()) {
            if (!e.getClassName().startsWith("Traces")) continue;
            out.append(' ').append(e.getClassName()).append('.').append(e.getMethodName()).append(':').append(e.getLineNumber()).append('@').append(e.getFileName());
        }
        return out.toString();
    }

    static String constructor(int n) { try { return "" + new Failing(n).value; } catch (RuntimeException e) { return frames(e); } }

    static String implicit(int n) { int[] a = new int[1]; try { return "" + a[n]; } catch (RuntimeException e) { return frames(e); } }

    static String elementText(int n) { return new Exception("x").getStackTrace()[0].toString() + make(n).getStackTrace()[1]; }

    static Exception make(int n) { return n > 1 ? new RuntimeException("made") : new Exception("made"); }

    static String madeElsewhere(int n) { Exception e = make(n); try { throw e; } catch (Exception x) { return frames(x) + (x == e); } }

    static String refilled(int n) { Exception e = make(n); e.fillInStackTrace(); return frames(e); }

    static String through(int n) { IntUnaryOperator f = x -> new Failing(x).value; try { return "" + f.applyAsInt(n + 1); } catch (RuntimeException e) { return e.getStackTrace()[0].getMethodName() + e.getStackTrace()[1].getLineNumber(); } }

    static String caller(int n) { return name(); }

    static String name() { return Thread.currentThread().getStackTrace()[2].getMethodName() + new Throwable().getStackTrace()[1].getMethodName(); }

    static String walker(int n) {
        return StackWalker.getInstance().walk(s -> s.limit(1).map(f -> f.getMethodName() + f.getLineNumber()).collect(Collectors.joining(",")))
            + callers().subList(0, 2);
    }

    static List<String> callers() { return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).walk(s -> s.map(f -> f.getDeclaringClass().getSimpleName() + "." + f.getMethodName()).toList()); }

    static String callerClass(int n) { return Inner.ask().getName(); }

    static class Inner { static Class<?> ask() { return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass(); } }

    static String printed(int n) {
        StringWriter out = new StringWriter();
        Exception inner = new Exception("inner");
        inner.setStackTrace(new StackTraceElement[] {new StackTraceElement("a.B", "m", "B.java", 7)});
        Exception outer = new RuntimeException("outer", inner);
        outer.setStackTrace(new StackTraceElement[] {new StackTraceElement("p.Q", "r", null, -1), new StackTraceElement("p.Q", "s", "Q.java", -2)});
        if (n > 0) { Exception s = new Exception("suppressed"); s.setStackTrace(new StackTraceElement[0]); outer.addSuppressed(s); }
        outer.printStackTrace(new PrintWriter(out));
        return out.toString();
    }

    static String firstLines(int n) {
        StringWriter out = new StringWriter();
        try { Failing.check(n); return "none"; } catch (RuntimeException e) { e.printStackTrace(new PrintWriter(out, true)); }
        String[] lines = out.toString().split("\n");
        return lines[0] + lines[1].trim() + lines[2].trim();
    }

    static String set(int n) {
        Exception e = new Exception();
        StackTraceElement[] given = {new StackTraceElement("C", "m", "C.java", n)};
        e.setStackTrace(given);
        given[0] = null;
        StackTraceElement[] first = e.getStackTrace();
        return first[0] + " " + first.length + (first == e.getStackTrace()) + first[0].equals(new StackTraceElement("C", "m", "C.java", n));
    }

    static String multiline(int n) {
        try {
            int a = 5
                / n;
            return "" + a + Integer
                .valueOf(a)
                .compareTo(null);
        } catch (RuntimeException e) {
            return "" + e.getStackTrace()[e.getStackTrace()[0].getClassName().startsWith("java") ? 1 : 0].getLineNumber();
        }
    }

    static String clinit(int n) { try { return "" + Bad.x; } catch (ExceptionInInitializerError e) { return frames(e.getCause()) + frames(e); } catch (NoClassDefFoundError e) { return "again"; } }

    static class Bad { static int x = Integer.parseInt("x"); }

    static String clinitAbove(int n) { try { return "" + Below.own; } catch (ExceptionInInitializerError e) { return frames(e.getCause()) + frames(e); } catch (NoClassDefFoundError e) { return "again"; } }

    static class Above { static int value = Integer.parseInt("y"); }
    static class Below extends Above { static int own = Integer.parseInt("5"); }
}
