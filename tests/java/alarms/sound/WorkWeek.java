package sound;

/** Hours of work on the days of a week. */
public class WorkWeek {
    /** A day. */
    public enum Day {
        MO, TU, WE, TH, FR
    }

    private final int[] hours = new int[Day.values().length];
    private int days;

    public void log(Day day, int worked) {
        if (day == null || worked < 0 || worked > 24) {
            throw new IllegalArgumentException();
        }
        if (hours[day.ordinal()] == 0 && worked > 0) {
            days++;
        } else if (hours[day.ordinal()] > 0 && worked == 0) {
            days--;
        }
        hours[day.ordinal()] = worked;
    }

    public int total() {
        int sum = 0;
        for (int each : hours) {
            sum += each;
        }
        return sum;
    }

    public int mean() {
        return days == 0 ? 0 : total() / days;
    }

    public int on(Day day) {
        return day == null ? 0 : hours[day.ordinal()];
    }

    public int friday() {
        return hours[Day.valueOf("FR").ordinal()];
    }

    public boolean isFree() {
        assert days >= 0 && days <= 5;
        return days == 0;
    }
}
