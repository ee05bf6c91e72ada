package com.acme.orders;

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
  void total_returns2() {
    assertEquals(2, Order.of("item").price(2).build().total());
  }

  @Test
  void isLarge_returnsFalse() {
    assertFalse(Order.of("item").build().isLarge());
  }

  @Test
  void isLarge_returnsFalse_2() {
    assertFalse(Order.of(null).amount(100).build().isLarge());
  }

  @Test
  void isLarge_returnsTrue() {
    assertTrue(Order.of("").amount(100).build().isLarge());
  }

  @Test
  void isFirst_returnsTrue() {
    assertTrue(Order.isFirst());
  }
}
