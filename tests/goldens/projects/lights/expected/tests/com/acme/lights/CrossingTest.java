// Written by everypath, which may overwrite it. Without this line, it never will.
package com.acme.lights;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class CrossingTest {
  @Test
  void constructor_createsCrossing() {
    Crossing result = new Crossing();
    assertSame(Light.RED, result.light());
  }

  @Test
  void change_throwsArrayIndexOutOfBoundsException_afterStop() {
    Crossing crossing = new Crossing();
    crossing.stop();
    assertThrows(ArrayIndexOutOfBoundsException.class, () -> crossing.change());
  }

  @Test
  void change_changesLight() {
    Crossing crossing = new Crossing();
    crossing.change();
    assertSame(Light.GREEN, crossing.light());
  }

  @Test
  void change_changesLight_afterChangeTwice() {
    Crossing crossing = new Crossing();
    crossing.change();
    crossing.change();
    crossing.change();
    assertSame(Light.RED, crossing.light());
  }

  @Test
  void stop_throwsIllegalStateException_afterStop() {
    Crossing crossing = new Crossing();
    crossing.stop();
    IllegalStateException thrown = assertThrows(IllegalStateException.class, () -> crossing.stop());
    assertEquals("stopped", thrown.getMessage());
  }

  @Test
  void stop_changesLight() {
    Crossing crossing = new Crossing();
    crossing.stop();
    assertSame(Light.OFF, crossing.light());
  }

  @Test
  void light_returnsRed() {
    assertSame(Light.RED, new Crossing().light());
  }

  @Test
  void changesPerStop_throwsArithmeticException_whenStopsIs0() {
    // when stops == 0
    assertThrows(ArithmeticException.class, () -> new Crossing().changesPerStop(0));
  }

  @Test
  void changesPerStop_returns0_whenStopsIs1() {
    // when stops != 0
    assertEquals(0, new Crossing().changesPerStop(1));
  }
}
