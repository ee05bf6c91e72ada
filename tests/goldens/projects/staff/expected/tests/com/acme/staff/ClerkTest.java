// Written by everypath, which may overwrite it. Without this line, it never will.
package com.acme.staff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class ClerkTest {
  @Test
  void constructor_throwsIllegalArgumentException_whenYearsIsMinus1() {
    // when years < 0
    IllegalArgumentException thrown =
        assertThrows(IllegalArgumentException.class, () -> new Clerk("", -1));
    assertEquals("years", thrown.getMessage());
  }

  @Test
  void constructor_createsClerk_whenYearsIs1() {
    // when years >= 0
    Clerk result = new Clerk("name", 1);
    assertEquals("name", result.name());
    assertEquals(2100, result.salary());
  }

  @Test
  void constructor_createsClerk_whenYearsIs0() {
    // when years >= 0
    Clerk result = new Clerk(null, 0);
    assertNull(result.name());
    assertEquals(2000, result.salary());
  }

  @Test
  void salary_returns2100() {
    // when years >= 0
    assertEquals(2100, new Clerk("name", 1).salary());
  }

  @Test
  void salary_returns2000() {
    // when years >= 0
    assertEquals(2000, new Clerk(null, 0).salary());
  }
}
