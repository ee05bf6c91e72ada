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
    ArithmeticException thrown =
        assertThrows(ArithmeticException.class, () -> new Clerk("", 0).perDay(0));
    assertEquals("/ by zero", thrown.getMessage());
  }

  @Test
  void perDay_throwsArithmeticException_whenDaysIs0_afterSetDeputy() {
    // when this instanceof Manager && deputy instanceof Clerk && years >= 0 && days == 0
    // manager: Manager "name" -> Clerk "name"
    Manager manager = new Manager("name");
    manager.setDeputy(new Clerk("name", 0));
    ArithmeticException thrown = assertThrows(ArithmeticException.class, () -> manager.perDay(0));
    assertEquals("/ by zero", thrown.getMessage());
  }

  @Test
  void perDay_returns2100_whenDaysIs1() {
    // when !(this instanceof Manager) && years >= 0 && days != 0
    assertEquals(2100, new Clerk("name", 1).perDay(1));
  }

  @Test
  void perDay_returns2600_whenDaysIs1() {
    // when this instanceof Manager && deputy instanceof Clerk && years >= 0 && days != 0
    // manager: Manager "name" -> Clerk "name"{years=1}
    Manager manager = new Manager("name");
    manager.setDeputy(new Clerk("name", 1));
    assertEquals(2600, manager.perDay(1));
  }
}
