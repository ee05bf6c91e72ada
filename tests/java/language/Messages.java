import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The messages of exceptions that the JVM itself throws. */
public class Messages {
    int number; long wide; Messages next; int[] array; Object[][] grid; static Messages shared; static int[] statics; String name; boolean flag; double real;

    Messages next() { return next; }
    static Messages none(int a, String b) { return null; }
    int[] ints() { return null; }
    void nothing() {}

    static String nullPointers(int n) {
        Messages m = null; Messages full = new Messages(); int[] a = null; Object o = null; String text = null; Messages[] all = new Messages[3]; long[][] wide = new long[2][]; int i = 1;
        try {
            switch (n) {
                case 0: return "" + m.number;
                case 1: m.number = 5; break;
                case 2: return "" + a[0];
                case 3: a[i] = 7; break;
                case 4: return "" + a.length;
                case 5: m.nothing(); break;
                case 6: return text.trim();
                case 7: return full.next.name;
                case 8: full.next().nothing(); break;
                case 9: return none(1, "x").name;
                case 10: return "" + all[2].next.number;
                case 11: return "" + wide[i][0];
                case 12: wide[0][i] = 3L; break;
                case 13: return "" + full.ints()[2];
                case 14: return shared.name;
                case 15: return "" + statics[1];
                case 16: throw (RuntimeException) o;
                case 17: synchronized (o) { return "locked"; }
                case 18: return "" + full.grid[0][1].hashCode();
                case 19: return "" + full.next.next.next;
                case 20: Integer box = null; return "" + (box + 1);
                case 21: List<String> list = null; return list.get(0);
                case 22: return "" + full.array[full.number];
                case 23: full.array[full.number + 1] = 2; break;
                case 24: return "" + all[i + 1].wide;
                case 25: full.next.wide = 5L; break;
                case 26: Supplier<String> s = null; return s.get();
                case 27: switch (text) { case "a": return "a"; default: return "b"; }
                case 28: for (String each : (List<String>) o) { return each; } break;
                case 29: return "" + ((int[]) o)[0];
                case 30: full.flag = m.flag; break;
                case 31: m.real += 2; break;
                case 32: return "" + (new int[1][][])[0].hashCode() + all[full.array.length];
                case 33: Map<String, Integer> map = Map.of(); int v = map.get("x"); return "" + v;
                case 34: boolean[] flags = null; flags[0] = true; break;
                case 35: char[] chars = null; return "" + chars[i];
                case 36: return "" + wide[all.length - 2].length;
                default: return "none";
            }
        } catch (NullPointerException e) {
            return e.getMessage();
        }
        return "done";
    }

    String field(int n) { return this.next.next().name; }

    static String more(int n) {
        try {
            switch (n) {
                case 0: return new Messages().field(1);
                case 1: return parameter(null, 5L, null);
                case 2: return parameter("x", 5L, null);
                case 3: throw new NullPointerException();
                case 4: throw new NullPointerException("own");
                case 5: return java.util.Objects.requireNonNull((String) null);
                case 6: Object o = null; return o.toString() + "x";
                case 7: int[][] grid = new int[2][]; int k = 1; grid[k][k] += 4; break;
                case 8: Messages m = new Messages(); m.array[3]++; break;
                case 9: String[] names = {null}; return names[0].substring(n - 8);
                case 10: return lambda(null).get();
                case 11: Throwable t = null; throw new RuntimeException(t.getMessage());
                case 12: Object[] objects = null; objects[0] = "x"; break;
                case 13: return "" + Messages.<String>generic().length();
                default: return "none";
            }
        } catch (NullPointerException e) {
            return e.getMessage();
        }
        return "done";
    }

    static Supplier<String> lambda(String s) { return () -> s.trim(); }

    static <T> T generic() { return null; }

    static String parameter(String first, long second, Object[] third) { return first.length() + second + " " + third.length; }

    static String casts(int n) {
        Object[] values = {"text", 5, new int[1], new String[1][], new Messages(), List.of(), 'c', new Object[0]};
        Object value = values[n % 8];
        try {
            switch (n) {
                case 0: return "" + (Integer) value;
                case 1: return (String) value;
                case 2: return "" + (long[]) value;
                case 3: return "" + (Object[][][]) value;
                case 4: return "" + (Runnable) (Object) List.of();
                case 5: return "" + (CharSequence[][]) (Object) new Integer[2][];
                case 6: return "" + (Comparable<?>[]) value;
                default: return "" + (String[]) values[7];
            }
        } catch (ClassCastException e) {
            return e.getMessage();
        }
    }

    static String others(int n) {
        Object[] strings = new String[2];
        try {
            switch (n) {
                case 0: return "" + new int[2][-1].length;
                case 1: strings[0] = 5; break;
                case 2: strings[0] = new int[0]; break;
                case 3: return "" + new int[n - 5].length;
                case 4: return "" + strings[2];
                case 5: return "" + strings[-1];
                case 6: return "" + n / (n - 6);
                case 7: return "" + 7L % (n - 7);
                case 8: return "abc".substring(5);
                case 9: return "" + "abc".charAt(n);
                case 10: return List.of(1).get(n) + "";
                case 11: return Integer.parseInt("x" + n) + "";
                case 12: return List.of(1).iterator().next() + "" + new java.util.ArrayList<>().iterator().next();
                case 13: List.of().add(null); break;
                case 14: System.arraycopy(strings, 0, new int[2], 0, 1); break;
                case 15: System.arraycopy(strings, 1, strings, 1, 2); break;
                case 16: strings.wait(); break;
                case 17: strings.notify(); break;
                case 18: synchronized (strings) { strings.notifyAll(); return "held"; }
                case 19: Enum.valueOf(Thread.State.class, "X"); break;
                case 20: Object[][] grid = new String[1][1]; grid[0] = new Integer[1]; break;
                case 21: throw new AssertionError(5.5);
                default: return "none";
            }
        } catch (Exception | AssertionError e) {
            return e.getClass().getName() + ": " + e.getMessage();
        }
        return "done";
    }
}
