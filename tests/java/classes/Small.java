package classes;

/** Small methods over bytes, booleans and enums: all their inputs can be tried. */
public final class Small {
    private Small() {}

    enum Light {
        RED, YELLOW, GREEN;

        Light next() {
            return values()[(ordinal() + 1) % 3];
        }
    }

    static int total;

    static int sign(byte b) {
        return b > 0 ? 1 : b < 0 ? -1 : 0;
    }

    static byte absolute(byte b) {
        return (byte) (b < 0 ? -b : b);
    }

    static int digits(byte b) {
        int n = 0;
        for (int rest = b; rest != 0; rest /= 10) {
            n++;
        }
        return n;
    }

    static int divided(byte b) {
        return 100 / (b - 7);
    }

    static int bits(byte b) {
        int n = 0;
        for (int left = b & 0xff; left != 0; left >>= 1) {
            n++;
        }
        return n > 6 ? -1 : b & n;
    }

    static boolean majority(boolean a, boolean b, boolean c) {
        return a ? b || c : b && c;
    }

    static boolean parity(boolean a, boolean b, boolean c, boolean d) {
        return a ^ b ^ c ^ d;
    }

    static int choose(boolean a, boolean b, byte x) {
        if (a && x > 10 || b && x < -10) {
            return x * 2;
        }
        return a == b ? x : -x;
    }

    static byte saturating(byte a, byte b) {
        int sum = a + b;
        return sum > 127 ? 127 : sum < -128 ? -128 : (byte) sum;
    }

    static boolean wraps(byte a, byte b) {
        return (byte) (a + b) != a + b;
    }

    static int greatest(byte a, byte b) {
        while (b != 0) {
            if (b == 64 || b < 0) {
                throw new IllegalArgumentException();
            }
            b >>= 1;
        }
        return a;
    }

    static int shifted(byte b) {
        int x = b << 3;
        return x > 500 ? x >>> 2 : x < -500 ? x >> 2 : (byte) x;
    }

    static int cases(byte b) {
        switch (b) {
            case 1:
            case 2:
                return 10;
            case 3:
                b++;
            case 4:
                return b;
            case -128:
                throw new IllegalStateException();
            default:
                return -b;
        }
    }

    static char letter(byte b) {
        if (b < 'a' || b > 'z') {
            return '?';
        }
        return (char) (b - 32);
    }

    static int remainder(byte a) {
        return a % 3 == 0 ? a % 5 == 0 ? 15 : 3 : a % 5 == 0 ? 5 : a;
    }

    static int step(Light light) {
        switch (light) {
            case RED:
                return 0;
            case YELLOW:
                return 1;
            default:
                return 2;
        }
    }

    static boolean goes(Light light, boolean hurry) {
        if (light == Light.GREEN) {
            return true;
        }
        return hurry && light == Light.YELLOW;
    }

    static int ordinals(Light a, Light b) {
        return a.ordinal() < b.ordinal() ? a.ordinal() : a == b ? 7 : -b.ordinal();
    }

    static int after(Light light, byte times) {
        if (light == null) {
            return times < 0 ? -1 : 0;
        }
        return times == 1 ? light.next().ordinal() : light.ordinal();
    }

    static boolean[] pair(boolean a, boolean b) {
        return a == b ? null : new boolean[] {b, a, !a};
    }

    static int counting(byte b) {
        total = b > 100 ? 100 : b;
        return total < 0 ? total = 0 : total + 1;
    }

    static int nested(byte b, boolean up) {
        try {
            return up ? 50 / b : new int[b].length;
        } catch (ArithmeticException e) {
            return -1;
        } finally {
            total = b;
        }
    }
}
