import java.lang.ref.SoftReference;
import java.lang.reflect.Array;
import java.math.BigInteger;
import java.util.AbstractSequentialList;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Calls whose prediction was once wrong: each case is to do what was predicted, or to say why nothing is. */
public class Edges {
    /** An abstract method stands in for one with code further up. */
    static Object again(AbstractSequentialList<String> list) {
        return list.listIterator(); // goal: reach
    }

    /** No enum at all: heap pollution, but not a null pointer. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    static int named(Class type) {
        try {
            Enum.valueOf(type, "ONE");
            return 1;
        } catch (IllegalArgumentException e) {
            return 2; // goal: returns 2
        }
    }

    /** What a thread has from whoever started it is not known. */
    static int group() {
        return Thread.currentThread().getThreadGroup() == null ? 1 : 2;
    }

    // goal: explored
    static int primitive(Class<?> type) {
        return type == int.class ? 1 : 2; // goal: returns 1 returns 2
    }

    // goal: complete
    static Timed timed(Object value) {
        return new Timed(value); // goal: reach
    }

    static int elements(Object... given) {
        if (given.length == 1 && given instanceof String[] && given[0] != null) {
            return 1; // goal: returns 1
        }
        return 2; // goal: returns 2
    }

    /** A result that the JVM of the replay has no room for. */
    static BigInteger large(int places) {
        return BigInteger.ONE.shiftLeft(places); // goal: reach
    }

    /** The frame of a stub is none of the analysed code. */
    static String last(Lines lines) {
        return lines.next(); // goal: throws java.util.NoSuchElementException
    }

    static Lines[] held(Lines lines) {
        lines.number = 5; // goal: throws java.lang.NullPointerException
        return new Lines[] {lines}; // goal: reach
    }

    /** Deep, and no deeper than the stack of a thread holds by default: the machine's own limit is no finding. */
    static int deep(boolean really) {
        return really ? Steps.deeper(12_000) : 0;
    }

    private static class Steps {
        private static int deeper(int left) {
            return left == 0 ? 0 : 1 + deeper(left - 1);
        }
    }

    /** No input decides random numbers. */
    static double random() {
        return Math.random() + StrictMath.random(); // goal: reach
    }

    static int unseeded() {
        return new Random().nextInt(); // goal: reach
    }

    static long now() {
        return System.nanoTime() + System.currentTimeMillis(); // goal: reach
    }

    static int local() {
        return ThreadLocalRandom.current().nextInt(); // goal: reach
    }

    static String unique() {
        return UUID.randomUUID().toString();
    }

    /** Lengths that are given at run time, none at all among them. */
    static int dimensions(int... lengths) {
        if (lengths.length > 2) {
            return 0;
        }
        Object made = Array.newInstance(String.class, lengths); // goal: throws java.lang.IllegalArgumentException
        return made instanceof String[][] ? 2 : 1; // goal: returns 1 returns 2
    }

    static class Timed extends SoftReference<Object> {
        Timed(Object value) {
            super(value);
        }
    }

    public abstract static class Lines implements Iterator<String> {
        int number;
    }
}
