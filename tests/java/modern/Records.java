package modern;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Records: components, compact constructors, equality, hashing, text, nesting, generics. */
public class Records {

    record Point(int x, int y) {
        static final Point ORIGIN = new Point(0, 0);

        Point plus(Point other) {
            return new Point(x + other.x, y + other.y);
        }

        int distance() {
            return Math.abs(x) + Math.abs(y);
        }
    }

    record Range(int low, int high) {
        Range {
            if (low > high) {
                throw new IllegalArgumentException(low + " > " + high);
            }
        }

        boolean contains(int value) {
            return low <= value && value <= high;
        }

        int length() {
            return high - low;
        }
    }

    record Pair<A, B>(A first, B second) {
        Pair<B, A> swapped() {
            return new Pair<>(second, first);
        }
    }

    record Line(Point from, Point to) { }

    record Person(String name, int age) {
        Person(String name) {
            this(name, 18);
        }
    }

    static int accessor(Point p) {
        if (p.x() == 3 && p.y() == 4) {                 // goal: throws java.lang.NullPointerException
            return 7;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int equality(Point p) {
        if (new Point(5, -5).equals(p)) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int hashed(int x) {
        if (new Point(x, 1).hashCode() == 94) {
            return x;                                   // goal: reach returns 3
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static String text(int x, int y) {
        String shown = new Point(x, y).toString();
        if (shown.length() == 18 && x == 42) {
            return shown;                               // goal: reach
        }
        return "";                                      // goal: reach
    }

    static int compact(int a, int b) {
        Range range = new Range(a, b);                  // goal: reach
        if (range.contains(100)) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int surprising(Range range) {
        if (range.length() < 0) {                       // goal: throws java.lang.NullPointerException
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int nested(Line line) {
        Point sum = line.from().plus(line.to());        // goal: throws java.lang.NullPointerException
        if (sum.equals(Point.ORIGIN) && line.from().distance() == 8) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int generic(Pair<String, Integer> pair) {
        if ("key".equals(pair.swapped().second()) && pair.second() > 9) {   // goal: throws java.lang.NullPointerException
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int inSet(int x, int y) {
        Set<Point> seen = new HashSet<>();
        seen.add(new Point(1, 2));
        seen.add(new Point(x, y));
        if (seen.size() == 1) {
            return 1;                                   // goal: reach
        }
        return 2;                                       // goal: reach
    }

    static int asKey(int x) {
        Map<Point, String> names = new HashMap<>();
        names.put(Point.ORIGIN, "origin");
        names.put(new Point(1, 1), "one");
        String name = names.get(new Point(x, x));
        if (name == null) {
            return -1;                                  // goal: reach
        }
        return name.length();                           // goal: reach returns 6 returns 3
    }

    // goal: complete
    static int localRecord(int amount, int rate) {
        record Tax(int amount, int rate) {
            int due() {
                return amount * rate / 100;
            }
        }
        if (rate > 0 && rate <= 100 && amount >= 0 && amount < 10_000 && new Tax(amount, rate).due() == 57) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int oldest(Person[] people) {
        List<Person> adults = new ArrayList<>();
        for (Person person : people) {                  // goal: throws java.lang.NullPointerException
            if (person.age() >= 18) {
                adults.add(person);                     // goal: reach
            }
        }
        if (adults.size() == 2) {
            return 2;                                   // goal: reach
        }
        return adults.size();                           // goal: reach
    }
}
