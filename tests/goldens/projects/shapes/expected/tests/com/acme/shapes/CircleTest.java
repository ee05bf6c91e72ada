// Written by everypath, which may overwrite it. Without this line, it never will.
package com.acme.shapes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CircleTest {
  @Test
  void constructor_throwsIllegalArgumentException_whenRadiusIsMinus1() {
    // when radius < 0
    IllegalArgumentException thrown =
        assertThrows(IllegalArgumentException.class, () -> new Circle(-1));
    assertEquals("radius -1", thrown.getMessage());
  }

  @Test
  void constructor_createsCircle_whenRadiusIs1() {
    // when radius >= 0
    Circle result = new Circle(1);
    assertEquals(1, result.radius());
  }

  @Test
  void constructor_createsCircle_whenRadiusIs0() {
    // when radius >= 0
    Circle result = new Circle(0);
    assertEquals(0, result.radius());
  }

  @Test
  void area_returns12() {
    // when radius >= 0
    assertEquals(12, new Circle(2).area());
  }

  @Test
  void toString_returnsString() {
    // when radius >= 0
    assertEquals("Circle[radius=1]", new Circle(1).toString());
  }

  @Test
  void hashCode_returns1() {
    // when radius >= 0
    assertEquals(1, new Circle(1).hashCode());
  }

  @Test
  void equals_returnsFalse_whenOIsNull() {
    // when radius >= 0 && o == null
    assertFalse(new Circle(0).equals(null));
  }

  @Test
  void equals_returnsTrue_whenOIsCircle() {
    // when this.radius >= 0 && o instanceof Circle && o.radius >= 0 && this.radius == o.radius
    assertTrue(new Circle(0).equals(new Circle(0)));
  }

  @Test
  void radius_returns1() {
    // when radius >= 0
    assertEquals(1, new Circle(1).radius());
  }
}
