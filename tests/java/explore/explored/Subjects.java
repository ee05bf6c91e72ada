package explored;

import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/** What the exploration is tested on: every kind of input, bounds, and code that nothing reaches. */
public class Subjects {

    /** Private state, set by the constructor only. */
    static final class Account {
        private final int limit;
        private int balance;

        Account(int limit) {
            if (limit < 0) {
                throw new IllegalArgumentException("limit");
            }
            this.limit = limit;
        }

        void deposit(int amount) {
            balance += amount;
        }

        int state() {
            if (limit < 0) {
                return -1; // no constructor allows it
            }
            if (balance == 77) {
                return 1; // only after a deposit
            }
            return 0;
        }
    }

    /** No constructor for others, but factories. */
    static final class Range {
        private final int low;
        private final int high;

        private Range(int low, int high) {
            this.low = low;
            this.high = high;
        }

        static Range of(int low, int high) {
            return low <= high ? new Range(low, high) : null;
        }

        boolean isEmpty() {
            return low == high;
        }

        boolean isWrong() {
            return low > high;
        }
    }

    /** All fields open to a test. */
    static class Node {
        int value;
        Node next;
    }

    record Pair(int left, String right) {
        int weigh() {
            return right == null ? left : left + right.length();
        }
    }

    enum Colour { RED, GREEN, BLUE }

    interface Meter {
        int read();
    }

    static int choose(int a, int b) {
        if (a > 10) {
            if (a < 5) {
                return 3; // dead
            }
            return 2;
        }
        return b / a;
    }

    static int third(Node list) {
        return list.next.next.value;
    }

    static int paint(Colour colour) {
        return switch (colour) {
            case RED -> 1;
            case GREEN -> 2;
            case BLUE -> 3;
        };
    }

    static int secondMore(List<Integer> numbers) {
        return numbers.get(1) > 5 ? 1 : 0;
    }

    static String lookUp(Map<String, String> map) {
        return map.get("key").trim();
    }

    static int apply(IntUnaryOperator operator) {
        return operator.applyAsInt(3) == 12 && operator.applyAsInt(4) == 5 ? 1 : 0;
    }

    static int steady(Meter meter) {
        return meter.read() == meter.read() ? 1 : 0;
    }

    static int present(Node a, Pair b, Account c, String d) {
        return a != null && b != null && c != null && d != null ? 1 : 0;
    }

    static int kind(Object o) {
        if (o instanceof String s) {
            return s.isEmpty() ? 1 : 2;
        }
        return o instanceof Pair p && p.left() == 9 ? 3 : 4;
    }

    static int sum(int[] numbers) {
        int sum = 0;
        for (int number : numbers) {
            sum += number;
        }
        return sum == 1000 && numbers.length == 7 ? 1 : 0;
    }

    static int nested(int n, int m) {
        int count = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) {
                count++;
            }
        }
        return count;
    }

    static int same(Node a, Node b) {
        return a == b ? 1 : 0;
    }

    static int refusing(int n) {
        if (n < 0) {
            String text = "negative: " + n;
            throw new IllegalArgumentException(text);
        }
        return n;
    }
}
