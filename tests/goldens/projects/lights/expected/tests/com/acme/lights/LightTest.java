// Written by everypath, which may overwrite it. Without this line, it never will.
package com.acme.lights;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LightTest {
  @Test
  void next_throwsArrayIndexOutOfBoundsException() {
    assertThrows(ArrayIndexOutOfBoundsException.class, () -> Light.OFF.next());
  }

  @Test
  void next_returnsGreen() {
    assertSame(Light.GREEN, Light.RED.next());
  }

  @Test
  void next_returnsYellow() {
    assertSame(Light.YELLOW, Light.GREEN.next());
  }

  @Test
  void next_returnsOff() {
    assertSame(Light.OFF, Light.YELLOW.next());
  }

  @Test
  void mayGo_throwsIllegalStateException() {
    IllegalStateException thrown =
        assertThrows(IllegalStateException.class, () -> Light.OFF.mayGo());
    assertEquals("look left and right", thrown.getMessage());
  }

  @Test
  void mayGo_returnsFalse() {
    assertFalse(Light.RED.mayGo());
  }

  @Test
  void mayGo_returnsTrue() {
    assertTrue(Light.GREEN.mayGo());
  }

  @Test
  void mayGo_returnsFalse_2() {
    assertFalse(Light.YELLOW.mayGo());
  }
}
