package mixed;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Results of every kind, for the assertions of each framework. */
public class Mixed {
    public static int calls;

    public static double half(double d) {
        return d > 1 ? d / 2 : d;
    }

    public static float third(float d) {
        return d > 1 ? d / 3 : d;
    }

    public static Integer box(int x) {
        return x > 3 ? (Integer) x : null;
    }

    public static Object any(int x) {
        return x > 3 ? (Object) Integer.valueOf(x) : "s";
    }

    public static char c(int x) {
        return x > 3 ? 'a' : 'b';
    }

    public static double[] ds(int n) {
        double[] made = new double[n];
        if (n > 0) {
            made[0] = 1.5;
        }
        return made;
    }

    public static int[][] grid(int n) {
        return n > 2 ? new int[][] {{1, n}, {}} : new int[0][];
    }

    public static String[] strs(String s) {
        return s.split(",");
    }

    public static boolean flag(Boolean b) {
        return b;
    }

    public static Boolean flags(int b) {
        return b > 3;
    }

    public static List<Long> longs(long x) {
        return x > 5 ? List.of(x) : null;
    }

    public static Map<String, Integer> map(int x) {
        Map<String, Integer> made = new HashMap<>();
        made.put("a", x);
        return made;
    }

    public static Set<Integer> set(int x) {
        return x > 2 ? Set.of(x) : Set.of();
    }

    public static byte b(byte x) {
        return (byte) (x + 1);
    }

    public static long l(long x) {
        return x * 2;
    }

    public static void nothing(int x) throws Exception {
        if (x == 7) {
            throw new Exception("seven");
        }
    }

    public static void count() {
        calls++;
    }

    public static void print(int x) {
        if (x > 2) {
            System.out.println("big");
        }
    }
}
