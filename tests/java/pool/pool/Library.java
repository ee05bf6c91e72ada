package pool;

import java.util.HexFormat;
import java.util.IntSummaryStatistics;
import java.util.StringJoiner;

/** Objects of the JDK, built by their public calls. */
public class Library {
    // goal: branches
    static int letters(HexFormat format) {
        if (format.isUpperCase()) {
            return 1; // goal: reach
        }
        return 0; // goal: reach
    }

    static int many(IntSummaryStatistics numbers) {
        if (numbers.getCount() == 2 && numbers.getMax() == 70) {
            return 1 / numbers.getMin(); // goal: throws java.lang.ArithmeticException
        }
        return 0; // goal: reach
    }

    static int joined(StringJoiner joiner) {
        if (joiner.length() == 4) {
            return 1; // goal: reach
        }
        return 0; // goal: reach
    }
}
