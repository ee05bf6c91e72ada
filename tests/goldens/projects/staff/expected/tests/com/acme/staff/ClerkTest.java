package com.acme.staff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class ClerkTest {
  @Test
  void constructor_yearsIsMinus1_throwsIllegalArgumentException() {
    IllegalArgumentException thrown =
        assertThrows(IllegalArgumentException.class, () -> new Clerk("", -1));
    assertEquals("years", thrown.getMessage());
  }

  @Test
  void constructor_yearsIs2() {
    Clerk result = new Clerk("name", 2);
    assertEquals("name", result.name());
    assertEquals(2200, result.salary());
  }

  @Test
  void constructor_yearsIs0() {
    Clerk result = new Clerk(null, 0);
    assertNull(result.name());
    assertEquals(2000, result.salary());
  }

  @Test
  void salary_returns2200() {
    assertEquals(2200, new Clerk("name", 2).salary());
  }
}
