package collections;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Big numbers, random ones, identifiers, optionals and arrays. */
public class Numbers {

    // goal: complete
    static int big(long n) {
        BigInteger value = BigInteger.valueOf(n).multiply(BigInteger.TEN);
        if (value.signum() < 0) {
            return -1;                                  // goal: reach
        }
        if (value.equals(BigInteger.valueOf(1230))) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int compared(int n) {
        BigInteger value = BigInteger.valueOf(n).add(BigInteger.ONE);
        if (value.compareTo(BigInteger.valueOf(1000)) > 0 && value.testBit(0)) {
            return value.intValue() == 2001 ? 2 : 1;    // goal: reach returns 2 returns 1
        }
        return 0;                                       // goal: reach
    }

    static int money(int cents) {
        BigDecimal amount = BigDecimal.valueOf(cents, 2);
        if (amount.compareTo(new BigDecimal("19.99")) == 0) {
            return 1;                                   // goal: reach
        }
        if (amount.signum() == 0) {
            return 2;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    static int rounded(boolean up) {
        BigDecimal third = BigDecimal.ONE.divide(new BigDecimal(3), 5, up ? RoundingMode.UP : RoundingMode.DOWN);
        return third.unscaledValue().intValue();        // goal: reach returns 33334 returns 33333
    }

    // goal: complete
    static int seeded(int n) {
        Random random = new Random(17);
        int first = random.nextInt(100);
        if (first == n) {
            return 1;                                   // goal: reach
        }
        return random.nextBoolean() ? 2 : 3;            // goal: reach
    }

    static int seed(long seed) {
        Random random = new Random(seed);
        if (random.nextInt() == 12345) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int split(int n) {
        SplittableRandom random = new SplittableRandom(99);
        return random.nextInt(1000) == n ? 1 : 0;       // goal: reach returns 1 returns 0
    }

    static int uuid(long low) {
        UUID id = new UUID(0x1234L, low);
        if (id.equals(UUID.fromString("00000000-0000-1234-0000-00000000002a"))) {
            return 1;                                   // goal: reach
        }
        return 0;                                       // goal: reach
    }

    // goal: complete
    static int named(boolean which) {
        UUID id = UUID.nameUUIDFromBytes(new byte[] {1, 2, (byte) (which ? 3 : 4)});
        return id.version();                            // goal: reach returns 3
    }

    // goal: complete
    static int optional(Integer n) {
        int value = Optional.ofNullable(n).filter(x -> x % 7 == 3).map(x -> x / 7).orElse(-1);
        if (value == 6) {
            return 6;                                   // goal: reach
        }
        return OptionalInt.of(value).getAsInt();        // goal: reach returns -1
    }

    // goal: complete
    static int atomic(int n) {
        AtomicInteger counter = new AtomicInteger(n);
        if (counter.incrementAndGet() == 8 && counter.compareAndSet(8, 20)) {
            return counter.getAndAdd(5);                // goal: reach returns 20
        }
        return (int) new AtomicLong(counter.get()).updateAndGet(x -> x < 0 ? 0 : 1);    // goal: reach returns 0 returns 1
    }

    // goal: complete
    static int sorted(int a, int b, int c) {
        int[] array = {a, b, c};
        Arrays.sort(array);
        if (array[0] == 1 && array[2] == 9 && a == 5) {
            return 1;                                   // goal: reach
        }
        if (array[1] < array[0]) {
            return 2;                                   // goal: dead
        }
        return Arrays.binarySearch(new int[] {1, 3, 5}, 4);     // goal: reach returns -3
    }

    // goal: complete
    static int arrays(int a, int b) {
        int[] first = new int[4];
        Arrays.fill(first, 1, 3, a);
        int[] second = Arrays.copyOf(first, 6);
        second[5] = b;
        if (Arrays.equals(first, Arrays.copyOfRange(second, 0, 4)) && Arrays.hashCode(second) == 923521) {
            return 1;
        }
        if (Arrays.equals(second, new int[] {0, 7, 7, 0, 0, 8})) {
            return 2;                                   // goal: reach
        }
        return Arrays.stream(second).sum() == 100 ? 3 : 4;      // goal: reach returns 3 returns 4
    }

    // goal: complete
    static int objects(Integer a, Integer b) {
        if (Objects.equals(a, b)) {
            return 1;                                   // goal: reach
        }
        return Objects.requireNonNullElse(a, 12);       // goal: reach returns 12
    }
}
