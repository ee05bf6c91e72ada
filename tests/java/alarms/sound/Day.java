package sound;

/** A day of some year. */
public final class Day {
    private static final int[] LENGTHS = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    private final int year;
    private final int month;
    private final int day;

    public Day(int year, int month, int day) {
        if (year < 1 || year > 9999 || month < 1 || month > 12) {
            throw new IllegalArgumentException("month");
        }
        if (day < 1 || day > length(year, month)) {
            throw new IllegalArgumentException("day");
        }
        this.year = year;
        this.month = month;
        this.day = day;
    }

    private static int length(int year, int month) {
        return month == 2 && isLeap(year) ? 29 : LENGTHS[month - 1];
    }

    public static boolean isLeap(int year) {
        return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    }

    public int left() {
        return LENGTHS[month - 1] - Math.min(day, LENGTHS[month - 1]);
    }

    public Day next() {
        if (day < length(year, month)) {
            return new Day(year, month, day + 1);
        }
        return month < 12 ? new Day(year, month + 1, 1) : new Day(year == 9999 ? 1 : year + 1, 1, 1);
    }

    public int number() {
        int number = day;
        for (int i = 0; i < month - 1; i++) {
            number += LENGTHS[i];
        }
        return month > 2 && isLeap(year) ? number + 1 : number;
    }

    public String season() {
        return new String[] {"winter", "spring", "summer", "autumn"}[month % 12 / 3];
    }

    public int ageIn(int when) {
        return 10_000 / year + Math.abs(when % month);
    }
}
