// Written by everypath, which may overwrite it. Without this line, it never will.
package com.acme.orders;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class OrderTest {
  @Test
  void of_returnsBuilder() {
    assertEquals(Order.Builder.class, Order.of("item").getClass());
  }

  @Test
  void total_throwsNullPointerException() {
    assertThrows(NullPointerException.class, () -> Order.of("").build().total());
  }

  @Test
  void total_returns1() {
    assertEquals(1, Order.of("item").price(1).build().total());
  }

  @Test
  void total_returnsMinus337() {
    assertEquals(-337, Order.of(null).price(-337).build().total());
  }

  @Test
  void isLarge_returnsFalse() {
    assertFalse(Order.of("item").build().isLarge());
  }

  @Test
  void isLarge_returnsFalse_2() {
    // when amount >= 100 && item == null
    assertFalse(Order.of(null).amount(100).build().isLarge());
  }

  @Test
  void isLarge_returnsTrue() {
    // when amount >= 100 && item != null
    assertTrue(Order.of("").amount(100).build().isLarge());
  }

  @Test
  void isFirst_completes() {
    assertDoesNotThrow(() -> Order.isFirst());
  }

  @Test
  void isFirst_returnsFalse() {
    Order.of("java.lang.String").build();
    assertFalse(Order.isFirst());
  }
}
