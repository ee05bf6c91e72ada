// Written by everypath, which may overwrite it. Without this line, it never will.
package com.acme.vault;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class LockedExceptionTest {
  @Test
  void constructor_createsLockedException() {
    LockedException result = new LockedException("message");
    assertEquals("message", result.getMessage());
  }
}
