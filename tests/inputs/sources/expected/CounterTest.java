package statics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
class CounterTest {
  private final int limitBefore = Counter.limit;
  private final int startBefore = Derived.start;
  private final int depthBefore = Settings.depth;

  @AfterEach
  void restoreStatics() {
    Counter.limit = limitBefore;
    Derived.start = startBefore;
    Settings.depth = depthBefore;
  }

  @Test
  void isBelow_returnsFalse_whenNIs0AndLimitIs0() {
    // when n >= Counter.limit
    Counter.limit = 0;
    assertFalse(Counter.isBelow(0));
  }

  @Test
  void isBelow_returnsTrue_whenNIsMinus1AndLimitIs0() {
    // when n < Counter.limit
    Counter.limit = 0;
    assertTrue(Counter.isBelow(-1));
  }

  @Test
  void lazily_returns1_whenNIs0AndStartIs1() {
    // when n != 77
    Derived.start = 1;
    assertEquals(1, Counter.lazily(0));
    assertEquals(99, Counter.limit);
  }

  @Test
  void lazily_returns1_whenNIs77AndDepthIs1() {
    // when n == 77
    Settings.depth = 1;
    assertEquals(1, Counter.lazily(77));
  }
}
