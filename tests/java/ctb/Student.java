package ctb;

/** One program for every strategy and criterion; what each must find stands in test_coverage_criteria.py. */
public class Student {
    public static int grade(int points, int bonus, boolean late) {
        int sum = points;
        if (points < 0 || points > 100 && !late)
            throw new IllegalArgumentException("points");
        if (late && bonus > 0)
            sum -= 10;
        int mark = 5;
        switch (sum / 25) {
            case 4:
                mark = 1;
                break;
            case 3:
                mark = 2;
                break;
            case 2:
                mark = 3;
        }
        if (sum < 0 && points > 10)
            mark = 6;
        return mark / (bonus + 1);
    }

    public static int reachable(int a, int b, int[] c) {
        int n = 0;
        if (a > 0 && b > 0)
            n = 1;
        while (n < c[1])
            n += 2;
        if (n == 4)
            throw new IllegalStateException();
        switch (b) {
            case 2:
                n++;
            case 3:
                n++;
        }
        return n;
    }
}
