package org.testng;

import org.junit.jupiter.api.Assertions;

/** Stand-in for TestNG's class of this name: the assertions that written tests use. */
public final class Assert {
    private Assert() {}

    /** What may throw anything. */
    public interface ThrowingRunnable {
        void run() throws Throwable;
    }

    public static void assertTrue(boolean condition) {
        Assertions.assertTrue(condition);
    }

    public static void assertFalse(boolean condition) {
        Assertions.assertFalse(condition);
    }

    public static void assertNull(Object actual) {
        Assertions.assertNull(actual);
    }

    public static void assertNotNull(Object actual) {
        Assertions.assertNotNull(actual);
    }

    public static void assertSame(Object actual, Object expected) {
        Assertions.assertSame(expected, actual);
    }

    public static void assertEquals(Object actual, Object expected) {
        Assertions.assertEquals(expected, actual);
    }

    public static void assertEquals(boolean actual, boolean expected) {
        Assertions.assertEquals(expected, actual);
    }

    public static void assertEquals(long actual, long expected) {
        Assertions.assertEquals(expected, actual);
    }

    public static void assertEquals(float actual, float expected, float delta) {
        Assertions.assertTrue(Float.compare(expected, actual) == 0 || Math.abs(expected - actual) <= delta);
    }

    public static void assertEquals(double actual, double expected, double delta) {
        Assertions.assertTrue(Double.compare(expected, actual) == 0 || Math.abs(expected - actual) <= delta);
    }

    public static void assertEquals(Object[] actual, Object[] expected) {
        Assertions.assertArrayEquals(expected, actual);
    }

    public static void assertEquals(boolean[] actual, boolean[] expected) {
        Assertions.assertArrayEquals(expected, actual);
    }

    public static void assertEquals(byte[] actual, byte[] expected) {
        Assertions.assertArrayEquals(expected, actual);
    }

    public static void assertEquals(char[] actual, char[] expected) {
        Assertions.assertArrayEquals(expected, actual);
    }

    public static void assertEquals(short[] actual, short[] expected) {
        Assertions.assertArrayEquals(expected, actual);
    }

    public static void assertEquals(int[] actual, int[] expected) {
        Assertions.assertArrayEquals(expected, actual);
    }

    public static void assertEquals(long[] actual, long[] expected) {
        Assertions.assertArrayEquals(expected, actual);
    }

    public static void assertEquals(float[] actual, float[] expected, float delta) {
        Assertions.assertEquals(expected.length, actual.length);
        for (int i = 0; i < expected.length; i++) {
            assertEquals(actual[i], expected[i], delta);
        }
    }

    public static void assertEquals(double[] actual, double[] expected, double delta) {
        Assertions.assertEquals(expected.length, actual.length);
        for (int i = 0; i < expected.length; i++) {
            assertEquals(actual[i], expected[i], delta);
        }
    }

    public static <T extends Throwable> void assertThrows(Class<T> expected, ThrowingRunnable body) {
        Assertions.assertThrows(expected, body::run);
    }

    public static <T extends Throwable> T expectThrows(Class<T> expected, ThrowingRunnable body) {
        return Assertions.assertThrows(expected, body::run);
    }
}
