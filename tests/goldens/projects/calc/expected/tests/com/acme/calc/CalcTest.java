package com.acme.calc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class CalcTest {
  @Test
  void value_throwsNullPointerException_whenTextIsNull() {
    // when text == null
    assertThrows(NullPointerException.class, () -> Calc.value(null));
  }

  @Test
  void value_throwsStringIndexOutOfBoundsException_whenTextIsEmpty() {
    // when text.isEmpty()
    assertThrows(StringIndexOutOfBoundsException.class, () -> Calc.value(""));
  }

  @Test
  void value_throwsIllegalArgumentException_whenTextIsSpace() {
    // when !text.isEmpty() && text.charAt(0) < '0'
    IllegalArgumentException thrown =
        assertThrows(IllegalArgumentException.class, () -> Calc.value(" "));
    assertEquals("no digit:  ", thrown.getMessage());
  }

  @Test
  void value_throwsIllegalArgumentException_whenTextIsColon() {
    // when !text.isEmpty() && text.charAt(0) > '9'
    IllegalArgumentException thrown =
        assertThrows(IllegalArgumentException.class, () -> Calc.value(":"));
    assertEquals("no digit: :", thrown.getMessage());
  }

  @Test
  void value_throwsIllegalArgumentException_whenTextIs0a() {
    // when text.length() > 1 && text.charAt(0) >= '0' && text.charAt(0) <= '9' && ...
    IllegalArgumentException thrown =
        assertThrows(IllegalArgumentException.class, () -> Calc.value("0a"));
    assertEquals("at 1", thrown.getMessage());
  }

  @Test
  void value_throwsStringIndexOutOfBoundsException_whenTextIs0Slash() {
    // when text.length() == 2 && text.charAt(0) >= '0' && text.charAt(0) <= '9' && ...
    assertThrows(StringIndexOutOfBoundsException.class, () -> Calc.value("0/"));
  }

  @Test
  void value_throwsStringIndexOutOfBoundsException_whenTextIs0Plus() {
    // when text.length() == 2 && text.charAt(0) >= '0' && text.charAt(0) <= '9' && ...
    assertThrows(StringIndexOutOfBoundsException.class, () -> Calc.value("0+"));
  }

  @Test
  void value_throwsArithmeticException_whenTextIs0Slash0() {
    // when text.length() > 2 && text.charAt(0) >= '0' && text.charAt(0) <= '9' && ...
    ArithmeticException thrown = assertThrows(ArithmeticException.class, () -> Calc.value("0/0"));
    assertEquals("/ by zero", thrown.getMessage());
  }

  @Test
  void value_returns0_whenTextIs0() {
    // when text.length() == 1 && text.charAt(0) >= '0' && text.charAt(0) <= '9'
    assertEquals(0, Calc.value("0"));
  }

  @Test
  void value_returns0_whenTextIs0Slash1() {
    // when text.length() == 3 && text.charAt(0) >= '0' && text.charAt(0) <= '9' && ...
    assertEquals(0, Calc.value("0/1"));
  }

  @Test
  void value_returns0_whenTextIs0Plus0() {
    // when text.length() == 3 && text.charAt(0) >= '0' && text.charAt(0) <= '9' && ...
    assertEquals(0, Calc.value("0+0"));
  }

  @Test
  void value_returns9_whenTextIs9() {
    // when text.length() == 1 && text.charAt(0) >= '0' && text.charAt(0) <= '9'
    assertEquals(9, Calc.value("9"));
  }
}
