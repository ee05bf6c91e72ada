package statics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

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
  void isBelow_nIs3LimitIsMinus2_returnsFalse() {
    Counter.limit = -2;
    assertFalse(Counter.isBelow(3));
  }

  @Test
  void isBelow_nIsMinus1LimitIs2_returnsTrue() {
    Counter.limit = 2;
    assertTrue(Counter.isBelow(-1));
  }

  @Test
  void lazily_nIs3StartIs2_returns2() {
    Derived.start = 2;
    assertEquals(2, Counter.lazily(3));
    assertEquals(99, Counter.limit);
  }

  @Test
  void lazily_nIs77DepthIs2_returns2() {
    Settings.depth = 2;
    assertEquals(2, Counter.lazily(77));
  }
}
