package modern;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Objects;

/** Enums with behaviour, inner and anonymous classes, resources, generics, values of java.math and java.time. */
public class Classes {

    enum Operation {
        PLUS("+") {
            int apply(int a, int b) {
                return a + b;
            }
        },
        MINUS("-") {
            int apply(int a, int b) {
                return a - b;
            }
        },
        OVER("/") {
            int apply(int a, int b) {
                return a / b;
            }
        };

        final String sign;

        Operation(String sign) {
            this.sign = sign;
        }

        abstract int apply(int a, int b);

        static Operation of(String sign) {
            for (Operation each : values()) {
                if (each.sign.equals(sign)) {
                    return each;
                }
            }
            throw new IllegalArgumentException("unknown: " + sign);
        }
    }

    static int operation(Operation op, int a, int b) {
        int result = op.apply(a, b);                    // goal: throws java.lang.NullPointerException
        if (result == 8 && op == Operation.MINUS) {
            return 1;                                   // goal: reach
        }
        return switch (op) {
            case PLUS -> 2;                             // goal: reach
            case MINUS -> 3;                            // goal: reach
            case OVER -> 4;                             // goal: reach
        };
    }

    static int bySign(String sign) {
        return Operation.of(sign).ordinal();            // goal: reach returns 0 returns 1 returns 2
    }

    // goal: complete
    static int valueOf(boolean upper) {
        return Operation.valueOf(upper ? "OVER" : "over").ordinal();    // goal: reach returns 2
    }

    static final class Resource implements AutoCloseable {
        static int open;
        final int number;

        Resource(int number) {
            if (number == 3) {
                throw new IllegalStateException("no third");
            }
            this.number = number;
            open++;
        }

        @Override
        public void close() {
            open--;
            if (number == 2) {
                throw new UnsupportedOperationException("close");
            }
        }
    }

    static int resources(int number, int divisor) {
        try (Resource outer = new Resource(1); Resource inner = new Resource(number)) {
            return inner.number / divisor;              // goal: reach
        } catch (ArithmeticException e) {
            return e.getSuppressed().length == 1 ? -2 : -1;     // goal: reach returns -2 returns -1
        } catch (IllegalStateException e) {
            return -3;                                  // goal: reach
        } finally {
            Resource.open = 0;                          // goal: reach
        }
    }

    private int balance;

    class Account {
        void add(int amount) {
            balance = Math.addExact(balance, amount);
        }
    }

    static int inner(int a, int b) {
        Classes bank = new Classes();
        Account account = bank.new Account();
        account.add(a);
        account.add(b);
        if (bank.balance == 1000 && a > b) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int anonymous(int x) {
        Comparable<Integer> near = new Comparable<>() {
            @Override
            public int compareTo(Integer other) {
                return Math.abs(x - other) < 5 ? 0 : Integer.compare(x, other);
            }
        };
        if (near.compareTo(100) == 0 && x > 100) {
            return 1;                                   // goal: reach
        }
        return near.compareTo(100);                     // goal: reach returns 0 returns 1 returns -1
    }

    static <T extends Comparable<T>> T larger(T a, T b) {
        return a.compareTo(b) >= 0 ? a : b;
    }

    static int generics(int a, int b) {
        if (larger(a, b) == 77 && a < b) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int bigInteger(long n) {
        BigInteger square = BigInteger.valueOf(n).multiply(BigInteger.valueOf(n));
        if (square.equals(new BigInteger("1000000000000000000000000"))) {
            return n > 0 ? 1 : 2;                       // goal: reach returns 1 returns 2
        }
        return 0;                                       // goal: reach
    }

    static int bigDecimal(int cents) {
        BigDecimal price = BigDecimal.valueOf(cents, 2);
        if (price.compareTo(new BigDecimal("19.99")) == 0) {
            return cents;                               // goal: reach returns 1999
        }
        return price.signum();                          // goal: reach returns 0 returns 1 returns -1
    }

    static int date(int year) {
        LocalDate leap = LocalDate.of(year, 2, 29);     // goal: throws java.time.DateTimeException
        if (leap.getDayOfWeek() == DayOfWeek.MONDAY && year > 2000 && year < 2050) {
            return year;                                // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int duration(long seconds) {
        Duration span = Duration.ofSeconds(seconds);
        if (span.toHours() == 25 && span.toMinutesPart() == 1) {
            return 1;                                   // goal: reach
        }
        return span.isNegative() ? -1 : 0;              // goal: reach returns -1 returns 0
    }

    private final int id;
    private final String name;

    Classes() {
        this(0, "");
    }

    Classes(int id, String name) {
        this.id = id;
        this.name = name;
    }

    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;                                // goal: reach
        }
        if (!(other instanceof Classes that)) {
            return false;                               // goal: reach
        }
        return id == that.id && Objects.equals(name, that.name);    // goal: reach returns 0 returns 1
    }

    @Override
    public int hashCode() {
        return Objects.hash(id, name);
    }
}
