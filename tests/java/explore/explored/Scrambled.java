package explored;

/** Easy to hit by running, hard or impossible to solve for. */
public class Scrambled {
    static int mixed(int x) {
        int h = x;
        for (int i = 0; i < 6; i++) {
            h = h * 0x9E3779B1 ^ (h >>> 15) * (h | 1);
        }
        if (h % 43 == 3) {
            return 1;
        }
        return 0;
    }

    static int rendered(double d) {
        if (Double.toString(d).length() == 8) {
            return 1;
        }
        return 0;
    }

    static int counted(String s) {
        if (s == null) return -1;
        int letters = 0;
        for (int i = 0; i < s.length(); i++) {
            if (Character.isLetter(s.charAt(i))) letters++;
        }
        return letters > 2 ? 1 : 0;
    }

    static int never(int x) {
        if (x * x == 3) {
            return 1;
        }
        return 0;
    }

    int size;
    final int limit;

    Scrambled(int limit) { this.limit = limit; }

    int grown(Scrambled other, int[] steps, String name) {
        int total = size + (other == null ? 0 : other.limit);
        for (int step : steps) {
            if (step == limit) return 1;
            total += step;
        }
        if (name != null && name.length() == limit) return 2;
        return total > 100 ? 3 : 4;
    }

    enum Kind { SMALL, LARGE }

    static int kinds(Kind kind, Long number, String[] names) {
        if (kind == Kind.LARGE && number != null && number > 1L << 40) return 1;
        if (names != null && names.length == 2 && "x".equals(names[1])) return 2;
        return 3;
    }

    static int beyond(int x, int y) {
        if (mixed(x) == 1) {
            return y * 3 + 7 == 1000003 ? 2 : 1;
        }
        return 0;
    }
}
