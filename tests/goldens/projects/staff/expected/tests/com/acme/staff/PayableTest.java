package com.acme.staff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class PayableTest {
  @Test
  void perDay_throwsNullPointerException() {
    assertThrows(NullPointerException.class, () -> new Manager("").perDay(0));
  }

  @Test
  void perDay_daysIs0_throwsArithmeticException() {
    ArithmeticException thrown =
        assertThrows(ArithmeticException.class, () -> new Clerk("", 0).perDay(0));
    assertEquals("/ by zero", thrown.getMessage());
  }

  @Test
  void perDay_daysIs0_throwsArithmeticException_2() {
    // manager: Manager "name" -> Clerk "name"
    Manager manager = new Manager("name");
    manager.setDeputy(new Clerk("name", 0));
    ArithmeticException thrown = assertThrows(ArithmeticException.class, () -> manager.perDay(0));
    assertEquals("/ by zero", thrown.getMessage());
  }

  @Test
  void perDay_daysIs1_returns2200() {
    assertEquals(2200, new Clerk("name", 2).perDay(1));
  }

  @Test
  void perDay_daysIs1_returns2700() {
    // manager: Manager "name" -> Clerk "name"{years=2}
    Manager manager = new Manager("name");
    manager.setDeputy(new Clerk("name", 2));
    assertEquals(2700, manager.perDay(1));
  }
}
