package com.acme.lights;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class CrossingTest {
  @Test
  void constructor_returnsNormally() {
    Crossing result = new Crossing();
    assertSame(Light.RED, result.light());
  }

  @Test
  void change_throwsArrayIndexOutOfBoundsException() {
    Crossing crossing = new Crossing();
    crossing.stop();
    assertThrows(ArrayIndexOutOfBoundsException.class, () -> crossing.change());
  }

  @Test
  void change_returnsNormally() {
    Crossing crossing = new Crossing();
    crossing.change();
    assertSame(Light.GREEN, crossing.light());
  }

  @Test
  void change_returnsNormally_2() {
    Crossing crossing = new Crossing();
    crossing.change();
    crossing.change();
    crossing.change();
    assertSame(Light.RED, crossing.light());
  }

  @Test
  void stop_throwsIllegalStateException() {
    Crossing crossing = new Crossing();
    crossing.stop();
    IllegalStateException thrown = assertThrows(IllegalStateException.class, () -> crossing.stop());
    assertEquals("stopped", thrown.getMessage());
  }

  @Test
  void stop_returnsNormally() {
    Crossing crossing = new Crossing();
    crossing.stop();
    assertSame(Light.OFF, crossing.light());
  }

  @Test
  void stop_returnsNormally_2() {
    Crossing crossing = new Crossing();
    crossing.change();
    crossing.stop();
    assertSame(Light.OFF, crossing.light());
  }

  @Test
  void light_returnsRED() {
    assertSame(Light.RED, new Crossing().light());
  }

  @Test
  void changesPerStop_stopsIs0_throwsArithmeticException() {
    ArithmeticException thrown =
        assertThrows(ArithmeticException.class, () -> new Crossing().changesPerStop(0));
    assertEquals("/ by zero", thrown.getMessage());
  }

  @Test
  void changesPerStop_stopsIs1_returns0() {
    assertEquals(0, new Crossing().changesPerStop(1));
  }
}
