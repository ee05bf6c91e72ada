// Written by everypath, which may overwrite it. Without this line, it never will.
package com.acme.vault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class VaultTest {
  @Test
  void constructor_createsVault() {
    Vault result = new Vault(1);
    assertFalse(result.isOpen());
  }

  @Test
  void open_throwsLockedException_whenTriedIs1() {
    // when tried != code
    LockedException thrown = assertThrows(LockedException.class, () -> new Vault(0).open(1));
    assertEquals("wrong code 1", thrown.getMessage());
  }

  @Test
  void open_setsOpenToTrue_whenTriedIs0() throws Exception {
    // when tried == code
    Vault vault = new Vault(0);
    vault.open(0);
    assertTrue(vault.isOpen());
  }

  @Test
  void close_throwsIllegalStateException() {
    IllegalStateException thrown =
        assertThrows(IllegalStateException.class, () -> new Vault(0).close());
    assertEquals("it was never opened", thrown.getMessage());
  }

  @Test
  void close_setsOpenToFalse_afterOpen() throws Exception {
    // when tried == code
    Vault vault = new Vault(0);
    vault.open(0);
    vault.close();
    assertFalse(vault.isOpen());
  }

  @Test
  void isOpen_returnsFalse() {
    assertFalse(new Vault(0).isOpen());
  }

  @Test
  void isOpen_returnsTrue_afterOpen() throws Exception {
    // when tried == code
    Vault vault = new Vault(0);
    vault.open(0);
    assertTrue(vault.isOpen());
  }

  @Test
  void fits_returnsTrue_whenCodeIs0AndTriedIs0() {
    // when tried == code
    assertTrue(Vault.fits(0, 0));
  }

  @Test
  void fits_returnsFalse_whenCodeIs0AndTriedIs1() {
    // when tried != code
    assertFalse(Vault.fits(0, 1));
  }

  @Test
  void tries_throwsNullPointerException_whenCodesIsNull() {
    // when codes == null
    assertThrows(NullPointerException.class, () -> Vault.tries(null, 0));
  }

  @Test
  void tries_throwsArrayIndexOutOfBoundsException_whenCodesIsEmpty() {
    // when codes.length == 0
    assertThrows(ArrayIndexOutOfBoundsException.class, () -> Vault.tries(new int[0], 0));
  }

  @Test
  void tries_throwsArrayIndexOutOfBoundsException_whenCodesHas1AndCodeIs0() {
    // when codes.length == 1 && codes[0] != code
    assertThrows(ArrayIndexOutOfBoundsException.class, () -> Vault.tries(new int[] {1}, 0));
  }

  @Test
  void tries_throwsIllegalStateException_whenCodesHas4AndCodeIs0() {
    // when codes.length == 4 && codes[0] != code && codes[1] != code && codes[2] != code && ...
    IllegalStateException thrown =
        assertThrows(IllegalStateException.class, () -> Vault.tries(new int[] {1, 1, 1, 1}, 0));
    assertEquals("too many", thrown.getMessage());
  }

  @Test
  void tries_throwsIllegalStateException_whenCodesHas5AndCodeIs0() {
    // when codes.length > 4 && codes[0] != code && codes[1] != code && codes[2] != code && ...
    IllegalStateException thrown =
        assertThrows(IllegalStateException.class, () -> Vault.tries(new int[] {1, 1, 1, 1, 0}, 0));
    assertEquals("too many", thrown.getMessage());
  }

  @Test
  void tries_returns0_whenCodesHas1AndCodeIs0() {
    // when codes.length > 0 && codes[0] == code
    assertEquals(0, Vault.tries(new int[] {0}, 0));
  }

  @Test
  void tries_returns1_whenCodesHas2AndCodeIs0() {
    // when codes.length > 1 && codes[0] != code && codes[1] == code
    assertEquals(1, Vault.tries(new int[] {1, 0}, 0));
  }

  @Test
  void tries_throwsArrayIndexOutOfBoundsException_whenCodesHas3AndCodeIs0() {
    // when codes.length == 3 && codes[0] != code && codes[1] != code && codes[2] != code
    assertThrows(ArrayIndexOutOfBoundsException.class, () -> Vault.tries(new int[] {1, 1, 1}, 0));
  }

  @Test
  void tries_returns3_whenCodesHas4AndCodeIs0() {
    // when codes.length > 3 && codes[0] != code && codes[1] != code && codes[2] != code && ...
    assertEquals(3, Vault.tries(new int[] {1, 1, 1, 0}, 0));
  }
}
