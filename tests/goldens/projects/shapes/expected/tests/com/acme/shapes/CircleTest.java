package com.acme.shapes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CircleTest {
  @Test
  void constructor_radiusIsMinus1_throwsIllegalArgumentException() {
    IllegalArgumentException thrown =
        assertThrows(IllegalArgumentException.class, () -> new Circle(-1));
    assertEquals("radius -1", thrown.getMessage());
  }

  @Test
  void constructor_radiusIs2() {
    Circle result = new Circle(2);
    assertEquals(2, result.radius());
  }

  @Test
  void constructor_radiusIs0() {
    Circle result = new Circle(0);
    assertEquals(0, result.radius());
  }

  @Test
  void area_returns12() {
    assertEquals(12, new Circle(2).area());
  }

  @Test
  void toString_returnsString() {
    assertEquals("Circle[radius=2]", new Circle(2).toString());
  }

  @Test
  void hashCode_returns2() {
    assertEquals(2, new Circle(2).hashCode());
  }

  @Test
  void equals_oIsNull_returnsFalse() {
    assertFalse(new Circle(2).equals(null));
  }

  @Test
  void equals_oIsCircle_returnsTrue() {
    assertTrue(new Circle(0).equals(new Circle(0)));
  }

  @Test
  void radius_returns2() {
    assertEquals(2, new Circle(2).radius());
  }
}
