package collections;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/** Values of java.time made of symbolic numbers. */
public class Dates {

    static int date(int year, int month, int day) {
        LocalDate date = LocalDate.of(year, month, day);
        if (date.isEqual(LocalDate.of(2024, 2, 29))) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int before(LocalDate date) {
        if (date.isBefore(LocalDate.of(2000, 1, 1))) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int time(int hour, int minute) {
        LocalTime time = LocalTime.of(hour, minute);
        if (time.toSecondOfDay() == 45_060) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int duration(int minutes) {
        Duration duration = Duration.ofMinutes(minutes);
        if (duration.toHours() == 25 && duration.toMinutesPart() == 1) {
            return 1;                                   // goal: reach
        }
        if (duration.isNegative()) {
            return 2;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int parsed(boolean which) {
        LocalDate date = LocalDate.parse(which ? "2024-02-29" : "2023-12-31");
        return (int) ChronoUnit.DAYS.between(date, LocalDate.of(2024, 3, 1));   // goal: reach returns 1 returns 61
    }

    static int formatted(boolean which) {
        LocalDateTime time = LocalDateTime.of(2024, which ? 1 : 12, 2, 3, 4);
        String text = time.format(DateTimeFormatter.ISO_LOCAL_DATE_TIME);
        if (text.equals("2024-01-02T03:04:00")) {
            return 1;                                   // goal: reach
        }
        return text.length();                           // goal: reach returns 19
    }

    // goal: complete
    static int period(int months) {
        Period period = Period.ofMonths(months);
        if (period.toTotalMonths() == 30 && period.normalized().getYears() == 2) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int weekend(int n) {
        if (n < 1 || n > 7) {
            return -1;                                  // goal: reach
        }
        DayOfWeek day = DayOfWeek.of(n);
        switch (day) {
            case SATURDAY, SUNDAY:
                return 1;                               // goal: reach
            default:
                return day.plus(1) == DayOfWeek.SATURDAY ? 2 : 0;   // goal: reach returns 2 returns 0
        }
    }
}
