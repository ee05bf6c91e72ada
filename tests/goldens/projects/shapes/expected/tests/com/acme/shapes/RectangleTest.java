// Written by everypath, which may overwrite it. Without this line, it never will.
package com.acme.shapes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RectangleTest {
  @Test
  void constructor_createsRectangle() {
    Rectangle result = new Rectangle(1, 2);
    assertEquals(1, result.width());
    assertEquals(2, result.height());
  }

  @Test
  void area_returns2() {
    assertEquals(2, new Rectangle(1, 2).area());
  }

  @Test
  void ratio_throwsArithmeticException() {
    // when height == 0
    assertThrows(ArithmeticException.class, () -> new Rectangle(0, 0).ratio());
  }

  @Test
  void ratio_returns1() {
    // when height != 0
    assertEquals(1, new Rectangle(1, 1).ratio());
  }

  @Test
  void toString_returnsString() {
    assertEquals("Rectangle[width=1, height=2]", new Rectangle(1, 2).toString());
  }

  @Test
  void hashCode_returns33() {
    assertEquals(33, new Rectangle(1, 2).hashCode());
  }

  @Test
  void equals_returnsFalse_whenOIsNull() {
    // when o == null
    assertFalse(new Rectangle(0, 0).equals(null));
  }

  @Test
  void equals_returnsTrue_whenOIsRectangle() {
    // when o instanceof Rectangle && this.height == o.height && this.width == o.width
    assertTrue(new Rectangle(0, 0).equals(new Rectangle(0, 0)));
  }

  @Test
  void width_returns1() {
    assertEquals(1, new Rectangle(1, 0).width());
  }

  @Test
  void height_returns1() {
    assertEquals(1, new Rectangle(0, 1).height());
  }
}
