package com.acme.shapes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RectangleTest {
  @Test
  void constructor_returnsNormally() {
    Rectangle result = new Rectangle(2, 3);
    assertEquals(2, result.width());
    assertEquals(3, result.height());
  }

  @Test
  void area_returns6() {
    assertEquals(6, new Rectangle(2, 3).area());
  }

  @Test
  void ratio_throwsArithmeticException() {
    ArithmeticException thrown =
        assertThrows(ArithmeticException.class, () -> new Rectangle(0, 0).ratio());
    assertEquals("/ by zero", thrown.getMessage());
  }

  @Test
  void ratio_returns2() {
    assertEquals(2, new Rectangle(2, 1).ratio());
  }

  @Test
  void toString_returnsString() {
    assertEquals("Rectangle[width=2, height=3]", new Rectangle(2, 3).toString());
  }

  @Test
  void hashCode_returns65() {
    assertEquals(65, new Rectangle(2, 3).hashCode());
  }

  @Test
  void equals_oIsNull_returnsFalse() {
    assertFalse(new Rectangle(2, 3).equals(null));
  }

  @Test
  void equals_oIsRectangle_returnsTrue() {
    assertTrue(new Rectangle(0, 0).equals(new Rectangle(0, 0)));
  }

  @Test
  void width_returns2() {
    assertEquals(2, new Rectangle(2, 3).width());
  }

  @Test
  void height_returns3() {
    assertEquals(3, new Rectangle(2, 3).height());
  }
}
