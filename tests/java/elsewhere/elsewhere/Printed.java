package elsewhere;

import java.io.File;
import java.nio.file.Path;
import java.util.Calendar;
import java.util.Date;
import java.util.TimeZone;

/** Code whose results depend on the default locale and the default time zone. */
public final class Printed {
    private Printed() {}

    public static String lower(String word) {
        return word.equals("TITLE") ? word.toLowerCase() : word;
    }

    public static String decimal(int whole) {
        return whole == 3 ? String.format("%.1f", whole + 0.5) : "none";
    }

    public static int hour(long millis) {
        Calendar calendar = Calendar.getInstance();
        calendar.setTime(new Date(millis > 0 ? 0 : 1));
        return calendar.get(Calendar.HOUR_OF_DAY);
    }

    public static int offset(int factor) {
        return factor * TimeZone.getDefault().getRawOffset();
    }

    public static String ahead(int count) {
        return count > 2 && TimeZone.getDefault().getRawOffset() <= 0 ? "behind" : "other";
    }

    public static int bytes(int count) {
        return count > 2 ? "\u00e9".getBytes().length + count : count;
    }

    public static int lineEnd(int count) {
        return count > 2 ? System.lineSeparator().length() + count : count;
    }

    public static String user(boolean named) {
        return named ? System.getProperty("user.name") : "";
    }

    public static int folder(boolean named) {
        return named ? new File("x").getAbsolutePath().length() : 0;
    }

    public static int path(boolean named) {
        return named ? Path.of("x").toAbsolutePath().toString().length() : 0;
    }

    public static String country(boolean named) {
        return named ? System.getProperty("user.country") : "";
    }

    public static int plain(int number) {
        return number > 4 ? number - 1 : number + 1;
    }
}
