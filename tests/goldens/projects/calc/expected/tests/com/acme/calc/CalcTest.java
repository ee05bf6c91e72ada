// Written by everypath, which may overwrite it. Without this line, it never will.
package com.acme.calc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CalcTest {
  @Test
  void value_throwsNullPointerException_whenTextIsNull() {
    // when text == null
    assertThrows(NullPointerException.class, () -> Calc.value(null));
  }

  @ParameterizedTest
  @CsvSource({
    // when text.isEmpty()
    "''",
    // when text.length() == 2 && text.charAt(0) >= '0' && text.charAt(0) <= '9' && ...
    "0/",
    // when text.length() == 2 && text.charAt(0) >= '0' && text.charAt(0) <= '9' && ...
    "0+",
  })
  void value_throwsStringIndexOutOfBoundsException(String text) {
    assertThrows(StringIndexOutOfBoundsException.class, () -> Calc.value(text));
  }

  @ParameterizedTest
  @CsvSource({
    // when !text.isEmpty() && text.charAt(0) < '0'
    "' ', 'no digit:  '",
    // when !text.isEmpty() && text.charAt(0) > '9'
    ":, no digit: :",
    // when text.length() > 1 && text.charAt(0) >= '0' && text.charAt(0) <= '9' && ...
    "0a, at 1",
  })
  void value_throwsIllegalArgumentException(String text, String message) {
    IllegalArgumentException thrown =
        assertThrows(IllegalArgumentException.class, () -> Calc.value(text));
    assertEquals(message, thrown.getMessage());
  }

  @Test
  void value_throwsArithmeticException_whenTextIs0Slash0() {
    // when text.length() > 2 && text.charAt(0) >= '0' && text.charAt(0) <= '9' && ...
    assertThrows(ArithmeticException.class, () -> Calc.value("0/0"));
  }

  @ParameterizedTest
  @CsvSource({
    // when text.length() == 1 && text.charAt(0) >= '0' && text.charAt(0) <= '9'
    "0, 0",
    // when text.length() == 3 && text.charAt(0) >= '0' && text.charAt(0) <= '9' && ...
    "0/1, 0",
    // when text.length() == 3 && text.charAt(0) >= '0' && text.charAt(0) <= '9' && ...
    "0+0, 0",
    // when text.length() == 1 && text.charAt(0) >= '0' && text.charAt(0) <= '9'
    "9, 9",
  })
  void value_returnsExpected(String text, int expected) {
    assertEquals(expected, Calc.value(text));
  }
}
