package rows;

/** Methods whose cases differ in values only, and some whose cases do not. */
public class Rows {
    private int sum;

    static char grade(int points) {
        return points >= 90 ? 'A' : points >= 50 ? 'B' : 'F';
    }

    static String shout(String s, boolean loud) {
        if (s.length() > 3) {
            return loud ? s + "!" : "'long', too";
        }
        return s.isEmpty() ? "\n" : s;
    }

    static void check(int x) {
        if (x > 10) {
            throw new IllegalArgumentException("big " + x);
        }
        if (x < -10) {
            throw new IllegalArgumentException("small " + x);
        }
        if (x == 7) {
            throw new IllegalArgumentException("seven");
        }
    }

    static double share(int of, long whole) {
        if (whole == 0) {
            return Double.NaN;
        }
        if (of < 0) {
            return -0.0;
        }
        return of > whole ? 1 : 0.5f;
    }

    void add(int points) {
        sum += points > 5 ? 2 : points < 0 ? -1 : 1;
    }

    int sum() {
        return sum;
    }

    enum Tier {
        BASIC,
        GOLD {}
    }

    static Tier tier(int points) {
        return points < 0 ? null : points > 100 ? Tier.GOLD : Tier.BASIC;
    }

    static int percent(Tier tier) {
        return tier == null ? 0 : tier == Tier.GOLD ? 15 : 1;
    }

    static Integer parsed(String digit) {
        if (digit == null || digit.isEmpty()) {
            return null;
        }
        return digit.charAt(0) == 'x' ? 10 : -1;
    }

    static String known(int number) {
        return number == 1 ? "null" : number == 2 ? null : "many";
    }

    static int[] upTo(int n) {
        return n > 1 ? new int[] {n, 1} : n == 1 ? new int[] {1} : new int[0];
    }
}
