// Written by everypath, which may overwrite it. Without this line, it never will.
package com.acme.lights;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LightTest {
  @Test
  void next_throwsArrayIndexOutOfBoundsException() {
    // when this == Light.OFF
    assertThrows(ArrayIndexOutOfBoundsException.class, () -> Light.OFF.next());
  }

  @ParameterizedTest
  @CsvSource({
    // when this == Light.RED
    "RED, GREEN",
    // when this == Light.GREEN
    "GREEN, YELLOW",
    // when this == Light.YELLOW
    "YELLOW, OFF",
  })
  void next_returnsExpected(Light light, Light expected) {
    assertSame(expected, light.next());
  }

  @Test
  void mayGo_throwsIllegalStateException() {
    // when this == Light.OFF
    IllegalStateException thrown =
        assertThrows(IllegalStateException.class, () -> Light.OFF.mayGo());
    assertEquals("look left and right", thrown.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    // when this == Light.RED
    "RED, false",
    // when this == Light.GREEN
    "GREEN, true",
    // when this == Light.YELLOW
    "YELLOW, false",
  })
  void mayGo_returnsExpected(Light light, boolean expected) {
    assertEquals(expected, light.mayGo());
  }
}
