package org.junit.jupiter.api;

import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Objects;
import java.util.function.Supplier;

import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.function.ThrowingSupplier;
import org.opentest4j.AssertionFailedError;

/** Stand-in for JUnit's assertions: the same meaning, simpler messages. */
public final class Assertions {
    private Assertions() {}

    private static AssertionFailedError failure(String message, String what) {
        return new AssertionFailedError(message == null ? what : message + " ==> " + what);
    }

    private static AssertionFailedError unequal(String message, Object expected, Object actual) {
        return failure(message, "expected: <" + expected + "> but was: <" + actual + ">");
    }

    // ---- failing

    /** Fails. */
    public static <V> V fail() {
        throw new AssertionFailedError(null);
    }

    /** Fails. */
    public static <V> V fail(String message) {
        throw new AssertionFailedError(message);
    }

    /** Fails. */
    public static <V> V fail(String message, Throwable cause) {
        throw new AssertionFailedError(message, cause);
    }

    /** Fails. */
    public static <V> V fail(Throwable cause) {
        throw new AssertionFailedError(null, cause);
    }

    // ---- conditions and references

    /** The condition holds. */
    public static void assertTrue(boolean condition) {
        assertTrue(condition, (String) null);
    }

    /** The condition holds. */
    public static void assertTrue(boolean condition, Supplier<String> message) {
        assertTrue(condition, message.get());
    }

    /** The condition holds. */
    public static void assertTrue(boolean condition, String message) {
        if (!condition) {
            throw unequal(message, true, false);
        }
    }

    /** The condition does not hold. */
    public static void assertFalse(boolean condition) {
        assertFalse(condition, (String) null);
    }

    /** The condition does not hold. */
    public static void assertFalse(boolean condition, Supplier<String> message) {
        assertFalse(condition, message.get());
    }

    /** The condition does not hold. */
    public static void assertFalse(boolean condition, String message) {
        if (condition) {
            throw unequal(message, false, true);
        }
    }

    /** The value is null. */
    public static void assertNull(Object actual) {
        assertNull(actual, (String) null);
    }

    /** The value is null. */
    public static void assertNull(Object actual, Supplier<String> message) {
        assertNull(actual, message.get());
    }

    /** The value is null. */
    public static void assertNull(Object actual, String message) {
        if (actual != null) {
            throw unequal(message, null, actual);
        }
    }

    /** The value is not null. */
    public static void assertNotNull(Object actual) {
        assertNotNull(actual, (String) null);
    }

    /** The value is not null. */
    public static void assertNotNull(Object actual, Supplier<String> message) {
        assertNotNull(actual, message.get());
    }

    /** The value is not null. */
    public static void assertNotNull(Object actual, String message) {
        if (actual == null) {
            throw failure(message, "expected: not <null>");
        }
    }

    /** Both are the same object. */
    public static void assertSame(Object expected, Object actual) {
        assertSame(expected, actual, (String) null);
    }

    /** Both are the same object. */
    public static void assertSame(Object expected, Object actual, Supplier<String> message) {
        assertSame(expected, actual, message.get());
    }

    /** Both are the same object. */
    public static void assertSame(Object expected, Object actual, String message) {
        if (expected != actual) {
            throw unequal(message, expected, actual);
        }
    }

    /** Both are different objects. */
    public static void assertNotSame(Object unexpected, Object actual) {
        assertNotSame(unexpected, actual, (String) null);
    }

    /** Both are different objects. */
    public static void assertNotSame(Object unexpected, Object actual, Supplier<String> message) {
        assertNotSame(unexpected, actual, message.get());
    }

    /** Both are different objects. */
    public static void assertNotSame(Object unexpected, Object actual, String message) {
        if (unexpected == actual) {
            throw failure(message, "expected: not same but was: <" + actual + ">");
        }
    }

    /** The value is an instance of the type. */
    public static <T> T assertInstanceOf(Class<T> type, Object actual) {
        return assertInstanceOf(type, actual, (String) null);
    }

    /** The value is an instance of the type. */
    public static <T> T assertInstanceOf(Class<T> type, Object actual, Supplier<String> message) {
        return assertInstanceOf(type, actual, message.get());
    }

    /** The value is an instance of the type. */
    public static <T> T assertInstanceOf(Class<T> type, Object actual, String message) {
        if (!type.isInstance(actual)) {
            throw unequal(message, type, actual);
        }
        return type.cast(actual);
    }

    // ---- equality

    /** Both are equal. */
    public static void assertEquals(byte expected, byte actual) {
        assertEquals(expected, actual, (String) null);
    }

    /** Both are equal. */
    public static void assertEquals(byte expected, byte actual, Supplier<String> message) {
        assertEquals(expected, actual, message.get());
    }

    /** Both are equal. */
    public static void assertEquals(byte expected, byte actual, String message) {
        if (expected != actual) {
            throw unequal(message, expected, actual);
        }
    }

    /** Both are equal. */
    public static void assertEquals(byte expected, Byte actual) {
        assertEquals((Object) expected, (Object) actual, (String) null);
    }

    /** Both are equal. */
    public static void assertEquals(byte expected, Byte actual, String message) {
        assertEquals((Object) expected, (Object) actual, message);
    }

    /** Both are equal. */
    public static void assertEquals(Byte expected, byte actual) {
        assertEquals((Object) expected, (Object) actual, (String) null);
    }

    /** Both are equal. */
    public static void assertEquals(Byte expected, byte actual, String message) {
        assertEquals((Object) expected, (Object) actual, message);
    }

    /** Both are equal. */
    public static void assertEquals(Byte expected, Byte actual) {
        assertEquals((Object) expected, (Object) actual, (String) null);
    }

    /** Both are equal. */
    public static void assertEquals(Byte expected, Byte actual, String message) {
        assertEquals((Object) expected, (Object) actual, message);
    }

    /** Both are equal. */
    public static void assertEquals(short expected, short actual) {
        assertEquals(expected, actual, (String) null);
    }

    /** Both are equal. */
    public static void assertEquals(short expected, short actual, Supplier<String> message) {
        assertEquals(expected, actual, message.get());
    }

    /** Both are equal. */
    public static void assertEquals(short expected, short actual, String message) {
        if (expected != actual) {
            throw unequal(message, expected, actual);
        }
    }

    /** Both are equal. */
    public static void assertEquals(short expected, Short actual) {
        assertEquals((Object) expected, (Object) actual, (String) null);
    }

    /** Both are equal. */
    public static void assertEquals(short expected, Short actual, String message) {
        assertEquals((Object) expected, (Object) actual, message);
    }

    /** Both are equal. */
    public static void assertEquals(Short expected, short actual) {
        assertEquals((Object) expected, (Object) actual, (String) null);
    }

    /** Both are equal. */
    public static void assertEquals(Short expected, short actual, String message) {
        assertEquals((Object) expected, (Object) actual, message);
    }

    /** Both are equal. */
    public static void assertEquals(Short expected, Short actual) {
        assertEquals((Object) expected, (Object) actual, (String) null);
    }

    /** Both are equal. */
    public static void assertEquals(Short expected, Short actual, String message) {
        assertEquals((Object) expected, (Object) actual, message);
    }

    /** Both are equal. */
    public static void assertEquals(int expected, int actual) {
        assertEquals(expected, actual, (String) null);
    }

    /** Both are equal. */
    public static void assertEquals(int expected, int actual, Supplier<String> message) {
        assertEquals(expected, actual, message.get());
    }

    /** Both are equal. */
    public static void assertEquals(int expected, int actual, String message) {
        if (expected != actual) {
            throw unequal(message, expected, actual);
        }
    }

    /** Both are equal. */
    public static void assertEquals(int expected, Integer actual) {
        assertEquals((Object) expected, (Object) actual, (String) null);
    }

    /** Both are equal. */
    public static void assertEquals(int expected, Integer actual, String message) {
        assertEquals((Object) expected, (Object) actual, message);
    }

    /** Both are equal. */
    public static void assertEquals(Integer expected, int actual) {
        assertEquals((Object) expected, (Object) actual, (String) null);
    }

    /** Both are equal. */
    public static void assertEquals(Integer expected, int actual, String message) {
        assertEquals((Object) expected, (Object) actual, message);
    }

    /** Both are equal. */
    public static void assertEquals(Integer expected, Integer actual) {
        assertEquals((Object) expected, (Object) actual, (String) null);
    }

    /** Both are equal. */
    public static void assertEquals(Integer expected, Integer actual, String message) {
        assertEquals((Object) expected, (Object) actual, message);
    }

    /** Both are equal. */
    public static void assertEquals(long expected, long actual) {
        assertEquals(expected, actual, (String) null);
    }

    /** Both are equal. */
    public static void assertEquals(long expected, long actual, Supplier<String> message) {
        assertEquals(expected, actual, message.get());
    }

    /** Both are equal. */
    public static void assertEquals(long expected, long actual, String message) {
        if (expected != actual) {
            throw unequal(message, expected, actual);
        }
    }

    /** Both are equal. */
    public static void assertEquals(long expected, Long actual) {
        assertEquals((Object) expected, (Object) actual, (String) null);
    }

    /** Both are equal. */
    public static void assertEquals(long expected, Long actual, String message) {
        assertEquals((Object) expected, (Object) actual, message);
    }

    /** Both are equal. */
    public static void assertEquals(Long expected, long actual) {
        assertEquals((Object) expected, (Object) actual, (String) null);
    }

    /** Both are equal. */
    public static void assertEquals(Long expected, long actual, String message) {
        assertEquals((Object) expected, (Object) actual, message);
    }

    /** Both are equal. */
    public static void assertEquals(Long expected, Long actual) {
        assertEquals((Object) expected, (Object) actual, (String) null);
    }

    /** Both are equal. */
    public static void assertEquals(Long expected, Long actual, String message) {
        assertEquals((Object) expected, (Object) actual, message);
    }

    /** Both are equal. */
    public static void assertEquals(char expected, char actual) {
        assertEquals(expected, actual, (String) null);
    }

    /** Both are equal. */
    public static void assertEquals(char expected, char actual, Supplier<String> message) {
        assertEquals(expected, actual, message.get());
    }

    /** Both are equal. */
    public static void assertEquals(char expected, char actual, String message) {
        if (expected != actual) {
            throw unequal(message, expected, actual);
        }
    }

    /** Both are equal. */
    public static void assertEquals(char expected, Character actual) {
        assertEquals((Object) expected, (Object) actual, (String) null);
    }

    /** Both are equal. */
    public static void assertEquals(char expected, Character actual, String message) {
        assertEquals((Object) expected, (Object) actual, message);
    }

    /** Both are equal. */
    public static void assertEquals(Character expected, char actual) {
        assertEquals((Object) expected, (Object) actual, (String) null);
    }

    /** Both are equal. */
    public static void assertEquals(Character expected, char actual, String message) {
        assertEquals((Object) expected, (Object) actual, message);
    }

    /** Both are equal. */
    public static void assertEquals(Character expected, Character actual) {
        assertEquals((Object) expected, (Object) actual, (String) null);
    }

    /** Both are equal. */
    public static void assertEquals(Character expected, Character actual, String message) {
        assertEquals((Object) expected, (Object) actual, message);
    }

    /** Both are equal; NaN equals NaN, and the zeros differ. */
    public static void assertEquals(float expected, float actual) {
        assertEquals(expected, actual, (String) null);
    }

    /** Both are equal; NaN equals NaN, and the zeros differ. */
    public static void assertEquals(float expected, float actual, Supplier<String> message) {
        assertEquals(expected, actual, message.get());
    }

    /** Both are equal; NaN equals NaN, and the zeros differ. */
    public static void assertEquals(float expected, float actual, String message) {
        if (Float.floatToIntBits(expected) != Float.floatToIntBits(actual)) {
            throw unequal(message, expected, actual);
        }
    }

    /** Both are equal. */
    public static void assertEquals(float expected, Float actual) {
        assertEquals((Object) expected, (Object) actual, (String) null);
    }

    /** Both are equal. */
    public static void assertEquals(float expected, Float actual, String message) {
        assertEquals((Object) expected, (Object) actual, message);
    }

    /** Both are equal. */
    public static void assertEquals(Float expected, float actual) {
        assertEquals((Object) expected, (Object) actual, (String) null);
    }

    /** Both are equal. */
    public static void assertEquals(Float expected, float actual, String message) {
        assertEquals((Object) expected, (Object) actual, message);
    }

    /** Both are equal. */
    public static void assertEquals(Float expected, Float actual) {
        assertEquals((Object) expected, (Object) actual, (String) null);
    }

    /** Both are equal. */
    public static void assertEquals(Float expected, Float actual, String message) {
        assertEquals((Object) expected, (Object) actual, message);
    }

    /** Both are equal; NaN equals NaN, and the zeros differ. */
    public static void assertEquals(double expected, double actual) {
        assertEquals(expected, actual, (String) null);
    }

    /** Both are equal; NaN equals NaN, and the zeros differ. */
    public static void assertEquals(double expected, double actual, Supplier<String> message) {
        assertEquals(expected, actual, message.get());
    }

    /** Both are equal; NaN equals NaN, and the zeros differ. */
    public static void assertEquals(double expected, double actual, String message) {
        if (Double.doubleToLongBits(expected) != Double.doubleToLongBits(actual)) {
            throw unequal(message, expected, actual);
        }
    }

    /** Both are equal. */
    public static void assertEquals(double expected, Double actual) {
        assertEquals((Object) expected, (Object) actual, (String) null);
    }

    /** Both are equal. */
    public static void assertEquals(double expected, Double actual, String message) {
        assertEquals((Object) expected, (Object) actual, message);
    }

    /** Both are equal. */
    public static void assertEquals(Double expected, double actual) {
        assertEquals((Object) expected, (Object) actual, (String) null);
    }

    /** Both are equal. */
    public static void assertEquals(Double expected, double actual, String message) {
        assertEquals((Object) expected, (Object) actual, message);
    }

    /** Both are equal. */
    public static void assertEquals(Double expected, Double actual) {
        assertEquals((Object) expected, (Object) actual, (String) null);
    }

    /** Both are equal. */
    public static void assertEquals(Double expected, Double actual, String message) {
        assertEquals((Object) expected, (Object) actual, message);
    }

    /** Both are equal, or at most delta apart. */
    public static void assertEquals(float expected, float actual, float delta) {
        assertEquals(expected, actual, delta, (String) null);
    }

    /** Both are equal, or at most delta apart. */
    public static void assertEquals(float expected, float actual, float delta, Supplier<String> message) {
        assertEquals(expected, actual, delta, message.get());
    }

    /** Both are equal, or at most delta apart. */
    public static void assertEquals(float expected, float actual, float delta, String message) {
        if (Float.floatToIntBits(expected) != Float.floatToIntBits(actual) && !(Math.abs(expected - actual) <= delta)) {
            throw unequal(message, expected, actual);
        }
    }

    /** Both are equal, or at most delta apart. */
    public static void assertEquals(double expected, double actual, double delta) {
        assertEquals(expected, actual, delta, (String) null);
    }

    /** Both are equal, or at most delta apart. */
    public static void assertEquals(double expected, double actual, double delta, Supplier<String> message) {
        assertEquals(expected, actual, delta, message.get());
    }

    /** Both are equal, or at most delta apart. */
    public static void assertEquals(double expected, double actual, double delta, String message) {
        if (Double.doubleToLongBits(expected) != Double.doubleToLongBits(actual)
            && !(Math.abs(expected - actual) <= delta)) {
            throw unequal(message, expected, actual);
        }
    }

    /** Both are equal. */
    public static void assertEquals(Object expected, Object actual) {
        assertEquals(expected, actual, (String) null);
    }

    /** Both are equal. */
    public static void assertEquals(Object expected, Object actual, Supplier<String> message) {
        assertEquals(expected, actual, message.get());
    }

    /** Both are equal. */
    public static void assertEquals(Object expected, Object actual, String message) {
        if (!Objects.equals(expected, actual)) {
            throw unequal(message, expected, actual);
        }
    }

    /** Both differ. */
    public static void assertNotEquals(Object unexpected, Object actual) {
        assertNotEquals(unexpected, actual, (String) null);
    }

    /** Both differ. */
    public static void assertNotEquals(Object unexpected, Object actual, Supplier<String> message) {
        assertNotEquals(unexpected, actual, message.get());
    }

    /** Both differ. */
    public static void assertNotEquals(Object unexpected, Object actual, String message) {
        if (Objects.equals(unexpected, actual)) {
            throw failure(message, "expected: not equal but was: <" + actual + ">");
        }
    }

    // ---- arrays

    /** Both arrays have equal elements. */
    public static void assertArrayEquals(byte[] expected, byte[] actual) {
        assertArrayEquals(expected, actual, (String) null);
    }

    /** Both arrays have equal elements. */
    public static void assertArrayEquals(byte[] expected, byte[] actual, Supplier<String> message) {
        assertArrayEquals(expected, actual, message.get());
    }

    /** Both arrays have equal elements. */
    public static void assertArrayEquals(byte[] expected, byte[] actual, String message) {
        if (!Arrays.equals(expected, actual)) {
            throw unequal(message, Arrays.toString(expected), Arrays.toString(actual));
        }
    }

    /** Both arrays have equal elements. */
    public static void assertArrayEquals(short[] expected, short[] actual) {
        assertArrayEquals(expected, actual, (String) null);
    }

    /** Both arrays have equal elements. */
    public static void assertArrayEquals(short[] expected, short[] actual, Supplier<String> message) {
        assertArrayEquals(expected, actual, message.get());
    }

    /** Both arrays have equal elements. */
    public static void assertArrayEquals(short[] expected, short[] actual, String message) {
        if (!Arrays.equals(expected, actual)) {
            throw unequal(message, Arrays.toString(expected), Arrays.toString(actual));
        }
    }

    /** Both arrays have equal elements. */
    public static void assertArrayEquals(int[] expected, int[] actual) {
        assertArrayEquals(expected, actual, (String) null);
    }

    /** Both arrays have equal elements. */
    public static void assertArrayEquals(int[] expected, int[] actual, Supplier<String> message) {
        assertArrayEquals(expected, actual, message.get());
    }

    /** Both arrays have equal elements. */
    public static void assertArrayEquals(int[] expected, int[] actual, String message) {
        if (!Arrays.equals(expected, actual)) {
            throw unequal(message, Arrays.toString(expected), Arrays.toString(actual));
        }
    }

    /** Both arrays have equal elements. */
    public static void assertArrayEquals(long[] expected, long[] actual) {
        assertArrayEquals(expected, actual, (String) null);
    }

    /** Both arrays have equal elements. */
    public static void assertArrayEquals(long[] expected, long[] actual, Supplier<String> message) {
        assertArrayEquals(expected, actual, message.get());
    }

    /** Both arrays have equal elements. */
    public static void assertArrayEquals(long[] expected, long[] actual, String message) {
        if (!Arrays.equals(expected, actual)) {
            throw unequal(message, Arrays.toString(expected), Arrays.toString(actual));
        }
    }

    /** Both arrays have equal elements. */
    public static void assertArrayEquals(char[] expected, char[] actual) {
        assertArrayEquals(expected, actual, (String) null);
    }

    /** Both arrays have equal elements. */
    public static void assertArrayEquals(char[] expected, char[] actual, Supplier<String> message) {
        assertArrayEquals(expected, actual, message.get());
    }

    /** Both arrays have equal elements. */
    public static void assertArrayEquals(char[] expected, char[] actual, String message) {
        if (!Arrays.equals(expected, actual)) {
            throw unequal(message, Arrays.toString(expected), Arrays.toString(actual));
        }
    }

    /** Both arrays have equal elements. */
    public static void assertArrayEquals(float[] expected, float[] actual) {
        assertArrayEquals(expected, actual, (String) null);
    }

    /** Both arrays have equal elements. */
    public static void assertArrayEquals(float[] expected, float[] actual, Supplier<String> message) {
        assertArrayEquals(expected, actual, message.get());
    }

    /** Both arrays have equal elements. */
    public static void assertArrayEquals(float[] expected, float[] actual, String message) {
        if (!Arrays.equals(expected, actual)) {
            throw unequal(message, Arrays.toString(expected), Arrays.toString(actual));
        }
    }

    /** Both arrays have equal elements. */
    public static void assertArrayEquals(double[] expected, double[] actual) {
        assertArrayEquals(expected, actual, (String) null);
    }

    /** Both arrays have equal elements. */
    public static void assertArrayEquals(double[] expected, double[] actual, Supplier<String> message) {
        assertArrayEquals(expected, actual, message.get());
    }

    /** Both arrays have equal elements. */
    public static void assertArrayEquals(double[] expected, double[] actual, String message) {
        if (!Arrays.equals(expected, actual)) {
            throw unequal(message, Arrays.toString(expected), Arrays.toString(actual));
        }
    }

    /** Both arrays have equal elements. */
    public static void assertArrayEquals(boolean[] expected, boolean[] actual) {
        assertArrayEquals(expected, actual, (String) null);
    }

    /** Both arrays have equal elements. */
    public static void assertArrayEquals(boolean[] expected, boolean[] actual, Supplier<String> message) {
        assertArrayEquals(expected, actual, message.get());
    }

    /** Both arrays have equal elements. */
    public static void assertArrayEquals(boolean[] expected, boolean[] actual, String message) {
        if (!Arrays.equals(expected, actual)) {
            throw unequal(message, Arrays.toString(expected), Arrays.toString(actual));
        }
    }

    /** Both arrays have deeply equal elements. */
    public static void assertArrayEquals(Object[] expected, Object[] actual) {
        assertArrayEquals(expected, actual, (String) null);
    }

    /** Both arrays have deeply equal elements. */
    public static void assertArrayEquals(Object[] expected, Object[] actual, Supplier<String> message) {
        assertArrayEquals(expected, actual, message.get());
    }

    /** Both arrays have deeply equal elements. */
    public static void assertArrayEquals(Object[] expected, Object[] actual, String message) {
        if (!Arrays.deepEquals(expected, actual)) {
            throw unequal(message, Arrays.deepToString(expected), Arrays.deepToString(actual));
        }
    }

    /** Both arrays have elements that are equal, or at most delta apart. */
    public static void assertArrayEquals(float[] expected, float[] actual, float delta) {
        assertArrayEquals(expected, actual, delta, (String) null);
    }

    /** Both arrays have elements that are equal, or at most delta apart. */
    public static void assertArrayEquals(float[] expected, float[] actual, float delta, Supplier<String> message) {
        assertArrayEquals(expected, actual, delta, message.get());
    }

    /** Both arrays have elements that are equal, or at most delta apart. */
    public static void assertArrayEquals(float[] expected, float[] actual, float delta, String message) {
        if (expected == null || actual == null || expected.length != actual.length) {
            assertArrayEquals(expected, actual, message);
            return;
        }
        for (int i = 0; i < expected.length; i++) {
            assertEquals(expected[i], actual[i], delta, message);
        }
    }

    /** Both arrays have elements that are equal, or at most delta apart. */
    public static void assertArrayEquals(double[] expected, double[] actual, double delta) {
        assertArrayEquals(expected, actual, delta, (String) null);
    }

    /** Both arrays have elements that are equal, or at most delta apart. */
    public static void assertArrayEquals(double[] expected, double[] actual, double delta, Supplier<String> message) {
        assertArrayEquals(expected, actual, delta, message.get());
    }

    /** Both arrays have elements that are equal, or at most delta apart. */
    public static void assertArrayEquals(double[] expected, double[] actual, double delta, String message) {
        if (expected == null || actual == null || expected.length != actual.length) {
            assertArrayEquals(expected, actual, message);
            return;
        }
        for (int i = 0; i < expected.length; i++) {
            assertEquals(expected[i], actual[i], delta, message);
        }
    }

    /** Both have equal elements in the same order. */
    public static void assertIterableEquals(Iterable<?> expected, Iterable<?> actual) {
        assertIterableEquals(expected, actual, (String) null);
    }

    /** Both have equal elements in the same order. */
    public static void assertIterableEquals(Iterable<?> expected, Iterable<?> actual, Supplier<String> message) {
        assertIterableEquals(expected, actual, message.get());
    }

    /** Both have equal elements in the same order. */
    public static void assertIterableEquals(Iterable<?> expected, Iterable<?> actual, String message) {
        if (expected == actual) {
            return;
        }
        Iterator<?> right = actual.iterator();
        for (Object left : expected) {
            if (!right.hasNext() || !Objects.equals(left, right.next())) {
                throw unequal(message, expected, actual);
            }
        }
        if (right.hasNext()) {
            throw unequal(message, expected, actual);
        }
    }

    // ---- exceptions

    /** The code throws an exception of the type. */
    public static <T extends Throwable> T assertThrows(Class<T> type, Executable executable) {
        return assertThrows(type, executable, (String) null);
    }

    /** The code throws an exception of the type. */
    public static <T extends Throwable> T assertThrows(Class<T> type, Executable executable, Supplier<String> message) {
        return assertThrows(type, executable, message.get());
    }

    /** The code throws an exception of the type. */
    public static <T extends Throwable> T assertThrows(Class<T> type, Executable executable, String message) {
        try {
            executable.execute();
        } catch (Throwable thrown) {
            if (type.isInstance(thrown)) {
                return type.cast(thrown);
            }
            throw new AssertionFailedError("expected: <" + type.getName() + "> but was: <" + thrown + ">", thrown);
        }
        throw failure(message, "expected " + type.getName() + " to be thrown, but nothing was");
    }

    /** The code throws an exception of exactly the type. */
    public static <T extends Throwable> T assertThrowsExactly(Class<T> type, Executable executable) {
        return assertThrowsExactly(type, executable, (String) null);
    }

    /** The code throws an exception of exactly the type. */
    public static <T extends Throwable> T assertThrowsExactly(
        Class<T> type, Executable executable, Supplier<String> message) {
        return assertThrowsExactly(type, executable, message.get());
    }

    /** The code throws an exception of exactly the type. */
    public static <T extends Throwable> T assertThrowsExactly(Class<T> type, Executable executable, String message) {
        try {
            executable.execute();
        } catch (Throwable thrown) {
            if (thrown.getClass() == type) {
                return type.cast(thrown);
            }
            throw new AssertionFailedError("expected: <" + type.getName() + "> but was: <" + thrown + ">", thrown);
        }
        throw failure(message, "expected " + type.getName() + " to be thrown, but nothing was");
    }

    /** The code throws nothing. */
    public static void assertDoesNotThrow(Executable executable) {
        assertDoesNotThrow(executable, (String) null);
    }

    /** The code throws nothing. */
    public static void assertDoesNotThrow(Executable executable, Supplier<String> message) {
        assertDoesNotThrow(executable, message.get());
    }

    /** The code throws nothing. */
    public static void assertDoesNotThrow(Executable executable, String message) {
        try {
            executable.execute();
        } catch (Throwable thrown) {
            throw new AssertionFailedError("unexpected exception: " + thrown, thrown);
        }
    }

    /** The code throws nothing. */
    public static <T> T assertDoesNotThrow(ThrowingSupplier<T> supplier) {
        return assertDoesNotThrow(supplier, (String) null);
    }

    /** The code throws nothing. */
    public static <T> T assertDoesNotThrow(ThrowingSupplier<T> supplier, Supplier<String> message) {
        return assertDoesNotThrow(supplier, message.get());
    }

    /** The code throws nothing. */
    public static <T> T assertDoesNotThrow(ThrowingSupplier<T> supplier, String message) {
        try {
            return supplier.get();
        } catch (Throwable thrown) {
            throw new AssertionFailedError("unexpected exception: " + thrown, thrown);
        }
    }

    /** All of them pass; the first failure is thrown. */
    public static void assertAll(Executable... executables) {
        Deque<Throwable> failures = new ArrayDeque<>();
        for (Executable executable : executables) {
            try {
                executable.execute();
            } catch (Throwable thrown) {
                failures.add(thrown);
            }
        }
        if (!failures.isEmpty()) {
            throw new AssertionFailedError(failures.size() + " failed: " + failures.peek(), failures.peek());
        }
    }

    /** All of them pass. */
    public static void assertAll(Collection<Executable> executables) {
        assertAll(executables.toArray(new Executable[0]));
    }
}
