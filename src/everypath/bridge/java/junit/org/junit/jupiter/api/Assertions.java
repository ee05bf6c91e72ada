package org.junit.jupiter.api;

import java.lang.reflect.Array;
import java.util.Objects;
import org.junit.jupiter.api.function.Executable;

/** Stand-in for JUnit's assertions: the overloads that written tests use, with JUnit's meaning. */
public final class Assertions {
    private Assertions() {}

    /** Fails when the condition is false. */
    public static void assertTrue(boolean condition) {
        if (!condition) {
            throw new AssertionError("expected: <true> but was: <false>");
        }
    }

    /** Fails when the condition is true. */
    public static void assertFalse(boolean condition) {
        if (condition) {
            throw new AssertionError("expected: <false> but was: <true>");
        }
    }

    /** Fails when the value is not null. */
    public static void assertNull(Object actual) {
        assertSame(null, actual);
    }

    /** Fails when the value is null. */
    public static void assertNotNull(Object actual) {
        if (actual == null) {
            throw new AssertionError("expected: not <null>");
        }
    }

    /** Fails when these are different objects. */
    public static void assertSame(Object expected, Object actual) {
        if (expected != actual) {
            throw failure(expected, actual);
        }
    }

    /** Fails when the values are not equal. */
    public static void assertEquals(Object expected, Object actual) {
        if (!Objects.equals(expected, actual)) {
            throw failure(expected, actual);
        }
    }

    /** Fails when the values are not equal. */
    public static void assertEquals(byte expected, byte actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    /** Fails when the values are not equal. */
    public static void assertEquals(byte expected, Byte actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    /** Fails when the values are not equal. */
    public static void assertEquals(Byte expected, byte actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    /** Fails when the values are not equal. */
    public static void assertEquals(Byte expected, Byte actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    /** Fails when the values are not equal. */
    public static void assertEquals(char expected, char actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    /** Fails when the values are not equal. */
    public static void assertEquals(char expected, Character actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    /** Fails when the values are not equal. */
    public static void assertEquals(Character expected, char actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    /** Fails when the values are not equal. */
    public static void assertEquals(Character expected, Character actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    /** Fails when the values are not equal. */
    public static void assertEquals(short expected, short actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    /** Fails when the values are not equal. */
    public static void assertEquals(short expected, Short actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    /** Fails when the values are not equal. */
    public static void assertEquals(Short expected, short actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    /** Fails when the values are not equal. */
    public static void assertEquals(Short expected, Short actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    /** Fails when the values are not equal. */
    public static void assertEquals(int expected, int actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    /** Fails when the values are not equal. */
    public static void assertEquals(int expected, Integer actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    /** Fails when the values are not equal. */
    public static void assertEquals(Integer expected, int actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    /** Fails when the values are not equal. */
    public static void assertEquals(Integer expected, Integer actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    /** Fails when the values are not equal. */
    public static void assertEquals(long expected, long actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    /** Fails when the values are not equal. */
    public static void assertEquals(long expected, Long actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    /** Fails when the values are not equal. */
    public static void assertEquals(Long expected, long actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    /** Fails when the values are not equal. */
    public static void assertEquals(Long expected, Long actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    /** Fails when the values are not equal. */
    public static void assertEquals(float expected, float actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    /** Fails when the values are not equal. */
    public static void assertEquals(float expected, Float actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    /** Fails when the values are not equal. */
    public static void assertEquals(Float expected, float actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    /** Fails when the values are not equal. */
    public static void assertEquals(Float expected, Float actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    /** Fails when the values are not equal. */
    public static void assertEquals(double expected, double actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    /** Fails when the values are not equal. */
    public static void assertEquals(double expected, Double actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    /** Fails when the values are not equal. */
    public static void assertEquals(Double expected, double actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    /** Fails when the values are not equal. */
    public static void assertEquals(Double expected, Double actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    /** Fails when the arrays are not equal. */
    public static void assertArrayEquals(boolean[] expected, boolean[] actual) {
        arraysEqual(expected, actual);
    }

    /** Fails when the arrays are not equal. */
    public static void assertArrayEquals(byte[] expected, byte[] actual) {
        arraysEqual(expected, actual);
    }

    /** Fails when the arrays are not equal. */
    public static void assertArrayEquals(char[] expected, char[] actual) {
        arraysEqual(expected, actual);
    }

    /** Fails when the arrays are not equal. */
    public static void assertArrayEquals(short[] expected, short[] actual) {
        arraysEqual(expected, actual);
    }

    /** Fails when the arrays are not equal. */
    public static void assertArrayEquals(int[] expected, int[] actual) {
        arraysEqual(expected, actual);
    }

    /** Fails when the arrays are not equal. */
    public static void assertArrayEquals(long[] expected, long[] actual) {
        arraysEqual(expected, actual);
    }

    /** Fails when the arrays are not equal. */
    public static void assertArrayEquals(float[] expected, float[] actual) {
        arraysEqual(expected, actual);
    }

    /** Fails when the arrays are not equal. */
    public static void assertArrayEquals(double[] expected, double[] actual) {
        arraysEqual(expected, actual);
    }

    /** Fails when the arrays are not equal, the arrays in them included. */
    public static void assertArrayEquals(Object[] expected, Object[] actual) {
        arraysEqual(expected, actual);
    }

    /** Fails unless the code throws an exception of the type; returns it. */
    public static <T extends Throwable> T assertThrows(Class<T> expectedType, Executable executable) {
        try {
            executable.execute();
        } catch (Throwable actual) {
            if (expectedType.isInstance(actual)) {
                return expectedType.cast(actual);
            }
            throw new AssertionError("unexpected exception type thrown: " + actual.getClass().getName(), actual);
        }
        throw new AssertionError("expected " + expectedType.getName() + " to be thrown, but nothing was thrown");
    }

    /** Fails when the code throws. */
    public static void assertDoesNotThrow(Executable executable) {
        try {
            executable.execute();
        } catch (Throwable actual) {
            throw new AssertionError("unexpected exception thrown: " + actual.getClass().getName(), actual);
        }
    }

    private static void arraysEqual(Object expected, Object actual) {
        if (expected == actual) {
            return;
        }
        if (expected == null || actual == null || Array.getLength(expected) != Array.getLength(actual)) {
            throw failure(expected, actual);
        }
        for (int i = 0; i < Array.getLength(expected); i++) {
            Object left = Array.get(expected, i);
            Object right = Array.get(actual, i);
            if (left != null && right != null && left.getClass().isArray() && right.getClass().isArray()) {
                arraysEqual(left, right);
            } else if (!Objects.equals(left, right)) {
                throw new AssertionError("array contents differ at index [" + i + "]");
            }
        }
    }

    private static AssertionError failure(Object expected, Object actual) {
        return new AssertionError("the values differ");
    }
}
