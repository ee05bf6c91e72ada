package com.acme.calc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class CalcTest {
  @Test
  void value_textIsNull_throwsNullPointerException() {
    assertThrows(NullPointerException.class, () -> Calc.value(null));
  }

  @Test
  void value_textIsEmpty_throwsStringIndexOutOfBoundsException() {
    assertThrows(StringIndexOutOfBoundsException.class, () -> Calc.value(""));
  }

  @Test
  void value_textHas1Chars_throwsIllegalArgumentException() {
    IllegalArgumentException thrown =
        assertThrows(IllegalArgumentException.class, () -> Calc.value(" "));
    assertEquals("no digit:  ", thrown.getMessage());
  }

  @Test
  void value_textHas1Chars_throwsIllegalArgumentException_2() {
    IllegalArgumentException thrown =
        assertThrows(IllegalArgumentException.class, () -> Calc.value(":"));
    assertEquals("no digit: :", thrown.getMessage());
  }

  @Test
  void value_textHas2Chars_throwsIllegalArgumentException() {
    IllegalArgumentException thrown =
        assertThrows(IllegalArgumentException.class, () -> Calc.value("0a"));
    assertEquals("at 1", thrown.getMessage());
  }

  @Test
  void value_textHas2Chars_throwsStringIndexOutOfBoundsException() {
    assertThrows(StringIndexOutOfBoundsException.class, () -> Calc.value("0/"));
  }

  @Test
  void value_textHas2Chars_throwsStringIndexOutOfBoundsException_2() {
    assertThrows(StringIndexOutOfBoundsException.class, () -> Calc.value("0+"));
  }

  @Test
  void value_textHas3Chars_throwsArithmeticException() {
    ArithmeticException thrown = assertThrows(ArithmeticException.class, () -> Calc.value("0/0"));
    assertEquals("/ by zero", thrown.getMessage());
  }

  @Test
  void value_textHas1Chars_returns0() {
    assertEquals(0, Calc.value("0"));
  }

  @Test
  void value_textHas3Chars_returns0() {
    assertEquals(0, Calc.value("0/1"));
  }

  @Test
  void value_textHas3Chars_returns0_2() {
    assertEquals(0, Calc.value("0+0"));
  }

  @Test
  void value_textHas1Chars_returns9() {
    assertEquals(9, Calc.value("9"));
  }
}
