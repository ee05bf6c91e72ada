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
    assertThrows(ArrayIndexOutOfBoundsException.class, () -> Light.OFF.next());
  }

  @ParameterizedTest
  @CsvSource({
    "RED, GREEN",
    "GREEN, YELLOW",
    "YELLOW, OFF",
  })
  void next_returnsExpected(Light light, Light expected) {
    assertSame(expected, light.next());
  }

  @Test
  void mayGo_throwsIllegalStateException() {
    IllegalStateException thrown =
        assertThrows(IllegalStateException.class, () -> Light.OFF.mayGo());
    assertEquals("look left and right", thrown.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "RED, false",
    "GREEN, true",
    "YELLOW, false",
  })
  void mayGo_returnsExpected(Light light, boolean expected) {
    assertEquals(expected, light.mayGo());
  }
}
