import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Exceptions: finally, resources, suppressed ones, causes, custom throwables. */
public class Flow {
    static class Resource implements AutoCloseable {
        final String name; final List<String> log; final boolean fails;
        Resource(String name, List<String> log, boolean failsToOpen, boolean fails) {
            if (failsToOpen) throw new IllegalArgumentException("open " + name);
            this.name = name; this.log = log; this.fails = fails;
            log.add("open " + name);
        }
        @Override public void close() {
            log.add("close " + name);
            if (fails) throw new IllegalStateException("close " + name);
        }
    }

    static class Quiet extends RuntimeException {
        Quiet(String message) { super(message, null, false, false); }
    }

    static class Talking extends Exception {
        private final int code;
        Talking(int code, Throwable cause) { super(cause); this.code = code; }
        @Override public String getMessage() { return "code " + code; }
        @Override public String getLocalizedMessage() { return "localised " + code; }
    }

    static class Unfilled extends RuntimeException {
        int filled;
        Unfilled(String m) { super(m); }
        @Override public synchronized Throwable fillInStackTrace() { filled++; return this; }
    }

    static String resources(int n) {
        List<String> log = new ArrayList<>();
        try (Resource a = new Resource("a", log, n == 1, n == 2 || n == 4); Resource b = new Resource("b", log, n == 3, n == 4 || n == 5); Resource c = n == 6 ? null : new Resource("c", log, false, false)) {
            log.add("body");
            if (n == 5 || n == 4) throw new IllegalStateException("body");
            if (n == 7) return log + "returned";
        } catch (IllegalStateException | IllegalArgumentException e) {
            log.add(e.getMessage());
            for (Throwable s : e.getSuppressed()) log.add("suppressed " + s.getMessage());
        } finally {
            log.add("finally");
        }
        return log.toString();
    }

    static String causes(int n) {
        try {
            try {
                if (n == 0) throw new IOException("io");
                if (n == 1) throw new Error();
                if (n == 2) throw new RuntimeException(new IOException("inner"));
                if (n == 3) throw new Talking(n, new Error("deep"));
                if (n == 4) throw new RuntimeException("both", null);
                throw new IllegalStateException((String) null);
            } catch (IOException e) {
                throw new RuntimeException("wrapped", e);
            } finally {
                n += 10;
            }
        } catch (Throwable t) {
            return t + "|" + t.getMessage() + "|" + t.getCause() + "|" + t.getLocalizedMessage() + "|" + n;
        }
    }

    static String initCause(int n) {
        Throwable t = n == 1 ? new RuntimeException("m", null) : new RuntimeException("m");
        if (n == 2) t.initCause(t);
        if (n == 3) t.initCause(null).initCause(null);
        t.initCause(new Error("c"));
        return t.getCause().getMessage();
    }

    static String suppression(int n) {
        Throwable t = n == 3 ? new Quiet("q") : new RuntimeException("r");
        if (n == 1) t.addSuppressed(t);
        if (n == 2) t.addSuppressed(null);
        t.addSuppressed(new Error("1"));
        t.addSuppressed(new Error("2"));
        StringBuilder out = new StringBuilder();
        for (Throwable s : t.getSuppressed()) out.append(s);
        return out + " " + t.getSuppressed().length;
    }

    static String overridden(int n) {
        Unfilled u = new Unfilled("u");
        u.fillInStackTrace();
        return u + " " + u.filled + " " + u.getStackTrace().length;
    }

    @SuppressWarnings("finally")
    static int finallyWins(int n) { try { if (n > 1) throw new RuntimeException(); return 1; } finally { if (n > 0) return 2; } }

    static int nestedFinally(int n) {
        int x = 0;
        outer:
        for (int i = 0; i < 4; i++) {
            try {
                try { if (i == n) continue outer; if (i == n + 1) break outer; x += 1; } finally { x += 10; }
            } finally { x += 100; }
        }
        return x;
    }

    static String preciseRethrow(int n) throws Exception {
        try { if (n > 1) throw new IOException("a"); if (n == 1) throw new InterruptedException("b"); return "none"; }
        catch (Exception e) { throw e; }
    }

    static String closes(int n) throws IOException {
        StringBuilder log = new StringBuilder();
        Closeable c = () -> { log.append("closed"); if (n > 1) throw new IOException("closing"); };
        try (c) { log.append("body "); }
        return log.toString();
    }

    static String asserted(int n) { assert n < 2 : "n is " + n; assert n != 1; return "fine"; }

    static String overflow(int n) { try { return "" + deep(0); } catch (StackOverflowError e) { return e.getMessage() + (e.getCause() == null); } }

    static int deep(int n) { return deep(n + 1) + 1; }

    static String switches(int n) {
        String s = new String[] {"one", "two", "Aa", "BB", "", "three"}[n % 6];
        switch (s) { case "one": s += "!"; case "two": s += "?"; break; case "Aa": return "first"; case "BB": return "second"; case "": s = "empty"; }
        return s + switch (n) { case 1, 2, 3 -> "few"; case 4 -> { try { yield "four"; } finally { n++; } } default -> "many" + n; };
    }

    static String labelled(int n) { StringBuilder b = new StringBuilder(); a: { b.append("x"); if (n > 0) break a; b.append("y"); } do { b.append(n); } while (n-- > 0); return b.toString(); }

    static String evaluationOrder(int n) {
        int[] a = {1, 2, 3}; int i = 0;
        a[i++] = a[i] + i++ * (i = n % 3);
        int k = n; k += k++ + ++k; int j = 5; j = j++ + (j *= 2);
        try { a[i] = 5 / (n - n); } catch (ArithmeticException e) { a[2] -= 7; }
        try { int[] b = n > 1 ? null : a; b[index(a)] = 1 / n; } catch (RuntimeException e) { a[1] += 50; }
        return a[0] + " " + a[1] + " " + a[2] + " " + i + " " + k + " " + j;
    }

    static int index(int[] a) { a[0]++; return 1; }
}
