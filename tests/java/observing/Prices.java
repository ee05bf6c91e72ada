package observing;

import java.math.BigDecimal;
import java.math.MathContext;

/** Results that are objects of the JDK, or differ from run to run. */
public class Prices {
    public static BigDecimal half(BigDecimal price, int digits) {
        if (digits < 1) {
            throw new IllegalArgumentException("no digits");
        }
        return price.divide(new BigDecimal(7), new MathContext(digits));
    }

    public static long now() {
        return System.nanoTime();
    }

    public static String today() {
        return "on " + java.time.LocalDate.now();
    }

    public static int warned() {
        System.err.println("at " + java.time.LocalTime.now().withNano(0));
        return 1;
    }
}
