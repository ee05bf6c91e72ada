package com.acme.vault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class VaultTest {
  @Test
  void constructor_returnsNormally() {
    Vault result = new Vault(2);
    assertFalse(result.isOpen());
  }

  @Test
  void open_triedIs1_throwsLockedException() {
    LockedException thrown = assertThrows(LockedException.class, () -> new Vault(0).open(1));
    assertEquals("wrong code 1", thrown.getMessage());
  }

  @Test
  void open_triedIs0() throws Exception {
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
  void close_returnsNormally() throws Exception {
    Vault vault = new Vault(0);
    vault.open(0);
    vault.close();
    assertFalse(vault.isOpen());
  }

  @Test
  void isOpen_returnsFalse() {
    assertFalse(new Vault(2).isOpen());
  }

  @Test
  void isOpen_returnsTrue() throws Exception {
    Vault vault = new Vault(0);
    vault.open(0);
    assertTrue(vault.isOpen());
  }

  @Test
  void fits_codeIs0TriedIs0_returnsTrue() {
    assertTrue(Vault.fits(0, 0));
  }

  @Test
  void fits_codeIs2TriedIs1_returnsFalse() {
    assertFalse(Vault.fits(2, 1));
  }

  @Test
  void tries_codesIsNull_throwsNullPointerException() {
    assertThrows(NullPointerException.class, () -> Vault.tries(null, 0));
  }

  @Test
  void tries_codesIsEmpty_throwsArrayIndexOutOfBoundsException() {
    assertThrows(ArrayIndexOutOfBoundsException.class, () -> Vault.tries(new int[0], 0));
  }

  @Test
  void tries_codesHas1CodeIs0_throwsArrayIndexOutOfBoundsException() {
    assertThrows(ArrayIndexOutOfBoundsException.class, () -> Vault.tries(new int[] {1}, 0));
  }

  @Test
  void tries_codesHas4CodeIs0_throwsIllegalStateException() {
    IllegalStateException thrown =
        assertThrows(IllegalStateException.class, () -> Vault.tries(new int[] {1, 1, 1, 1}, 0));
    assertEquals("too many", thrown.getMessage());
  }

  @Test
  void tries_codesHas5CodeIs0_throwsIllegalStateException() {
    IllegalStateException thrown =
        assertThrows(IllegalStateException.class, () -> Vault.tries(new int[] {1, 1, 1, 1, 0}, 0));
    assertEquals("too many", thrown.getMessage());
  }

  @Test
  void tries_codesHas1CodeIs0_returns0() {
    assertEquals(0, Vault.tries(new int[] {0}, 0));
  }

  @Test
  void tries_codesHas2CodeIs0_returns1() {
    assertEquals(1, Vault.tries(new int[] {1, 0}, 0));
  }

  @Test
  void tries_codesHas3CodeIs0_throwsArrayIndexOutOfBoundsException() {
    assertThrows(ArrayIndexOutOfBoundsException.class, () -> Vault.tries(new int[] {1, 1, 1}, 0));
  }

  @Test
  void tries_codesHas4CodeIs0_returns3() {
    assertEquals(3, Vault.tries(new int[] {1, 1, 1, 0}, 0));
  }
}
