// Written by everypath, which may overwrite it. Without this line, it never will.
package com.acme.staff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class PayableTest {
  @Test
  void perDay_throwsNullPointerException() {
    // when this instanceof Manager
    assertThrows(NullPointerException.class, () -> new Manager("").perDay(0));
  }

  @Test
  void perDay_throwsArithmeticException_whenDaysIs0() {
    // when !(this instanceof Manager) && years >= 0 && days == 0
    assertThrows(ArithmeticException.class, () -> new Clerk("", 0).perDay(0));
  }

  @Test
  void perDay_returns2100_whenDaysIs1() {
    // when !(this instanceof Manager) && years >= 0 && days != 0
    assertEquals(2100, new Clerk("name", 1).perDay(1));
  }
}
