// Written by everypath, which may overwrite it. Without this line, it never will.
package com.acme.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class OrderBuilderTest {
  @Test
  void amount_throwsIllegalArgumentException_whenAmountIs0() {
    // when amount < 1
    IllegalArgumentException thrown =
        assertThrows(IllegalArgumentException.class, () -> Order.of("").amount(0));
    assertEquals("amount 0", thrown.getMessage());
  }

  @Test
  void amount_returnsBuilder_whenAmountIs1() {
    // when amount >= 1
    Order.Builder builder = Order.of("item");
    assertSame(builder, builder.amount(1));
  }

  @Test
  void price_returnsBuilder() {
    Order.Builder builder = Order.of("item");
    assertSame(builder, builder.price(1));
  }

  @Test
  void build_returnsOrder() {
    Order result = Order.of("item").build();
    assertFalse(result.isLarge());
  }
}
