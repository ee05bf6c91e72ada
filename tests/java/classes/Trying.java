package classes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What the generated brute force shares: the inputs, and how values are told. */
class Trying {
    static final byte[] BYTES = new byte[256];
    static final byte[] FEW = {-128, -1, 0, 1, 2, 3, 127};
    static final boolean[] BOTH = {false, true};
    static final List<Small.Light> LIGHTS = Arrays.asList(Small.Light.RED, Small.Light.YELLOW, Small.Light.GREEN, null);
    static final List<Kinds.Pet> PETS =
            Arrays.asList(null, new Kinds.Pet(), new Kinds.Dog(), new Kinds.Pug(), new Kinds.Cat(), new Kinds.Cub());

    static int hits;
    static int taken;
    static String expected;

    static {
        for (int i = 0; i < 256; i++) {
            BYTES[i] = (byte) (i - 128);
        }
    }

    static List<boolean[]> booleans() {
        List<boolean[]> all = new ArrayList<>();
        all.add(null);
        for (int n = 0; n <= 3; n++) {
            for (int bits = 0; bits < 1 << n; bits++) {
                boolean[] a = new boolean[n];
                for (int i = 0; i < n; i++) {
                    a[i] = (bits >> i & 1) != 0;
                }
                all.add(a);
            }
        }
        return all;
    }

    /** The same, and the array itself. */
    static List<boolean[]> with(boolean[] one) {
        List<boolean[]> all = booleans();
        if (one != null) {
            all.add(one);
        }
        return all;
    }

    static List<byte[]> bytes() {
        List<byte[]> all = new ArrayList<>();
        all.add(null);
        all.add(new byte[0]);
        for (byte x : FEW) {
            all.add(new byte[] {x});
            for (byte y : FEW) {
                all.add(new byte[] {x, y});
            }
        }
        return all;
    }

    static boolean[] copy(boolean[] a) {
        return a == null ? null : a.clone();
    }

    static byte[] copy(byte[] a) {
        return a == null ? null : a.clone();
    }

    static String told(boolean[] a) {
        return Arrays.toString(a);
    }

    static String told(byte[] a) {
        return Arrays.toString(a);
    }

    static String told(Object a) {
        return String.valueOf(a);
    }

    static String told(boolean a) {
        return String.valueOf(a);
    }

    static String told(long a) {
        return String.valueOf(a);
    }

    static void judge(String input, String expected, String actual) {
        if (hits != 1) {
            System.out.println(input + ": " + hits + " classes");
        } else if (!actual.equals(expected)) {
            System.out.println(input + ": class " + taken + ": " + expected + " but " + actual);
        }
    }
}
