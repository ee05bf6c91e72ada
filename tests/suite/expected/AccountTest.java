package sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class AccountTest {
  @Test
  void getOwner_returnsOwner() {
    assertEquals("owner", new Account("owner").getOwner());
  }

  @Test
  void withdraw_setsBalanceTo1_whenAmountIsMinus1() {
    // when amount <= 0L
    Account account = new Account("owner");
    account.withdraw(-1L);
    assertEquals(1L, account.getBalance());
    assertEquals("owner", account.getOwner());
    assertEquals(0, account.limit);
  }

  @Test
  void withdraw_throwsIllegalStateException_whenAmountIs1() {
    // when amount > 0L
    IllegalStateException thrown =
        assertThrows(IllegalStateException.class, () -> new Account("owner").withdraw(1L));
    assertEquals("insufficient", thrown.getMessage());
  }
}
