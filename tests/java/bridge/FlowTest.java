package flow;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class FlowTest {
    private static int all;
    private int each;

    @BeforeAll
    static void beforeAll() {
        all = 1;
    }

    @BeforeEach
    void beforeEach() {
        each = 2;
    }

    @AfterEach
    void afterEach() {
        each = 0;
    }

    @Test
    @DisplayName("every kind of assertion")
    @Timeout(5)
    void passes() {
        assertEquals(3, all + each);
        assertEquals(1, Flow.branch(7));
        assertEquals(Double.NaN, 0.0 / 0.0);
        assertEquals(1.0, 1.05, 0.1, "close");
        assertEquals('a', "abc".charAt(0));
        assertEquals("x", "x");
        assertEquals(Integer.valueOf(4), Integer.valueOf(4));
        assertEquals(4, Integer.valueOf(4));
        assertTrue(true);
        assertFalse(false, "message");
        assertNull(null);
        assertNotNull("");
        assertSame(this, this);
        assertInstanceOf(String.class, "");
        assertArrayEquals(new double[] {1.0, Double.NaN}, new double[] {1.0, Double.NaN});
        assertArrayEquals(new Object[] {new int[] {1}}, new Object[] {new int[] {1}});
        assertDoesNotThrow(() -> Flow.branch(1));
        assertAll(() -> assertTrue(true), () -> assertEquals(1L, 1L));
        Exception thrown = assertThrows(IllegalStateException.class, () -> Flow.branch(5));
        assertEquals("five", thrown.getMessage());
    }

    @Test
    void wrongValue() {
        assertEquals(0, Flow.branch(7), "branch");
    }

    @Test
    void zeros() {
        assertEquals(0.0, -0.0);
    }

    @Test
    void wrongException() {
        assertThrows(NullPointerException.class, () -> Flow.branch(5));
    }

    @Test
    void noException() {
        assertThrows(RuntimeException.class, () -> Flow.branch(6));
    }

    @Test
    void arrays() {
        assertArrayEquals(new int[] {1}, new int[] {2});
    }

    @Test
    void fails() {
        fail("on purpose");
    }

    @Test
    void hangs() {
        while (true) {}
    }

    @Test
    @Disabled
    void disabled() {
        fail();
    }
}
