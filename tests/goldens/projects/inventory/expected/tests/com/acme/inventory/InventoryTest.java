// Written by everypath, which may overwrite it. Without this line, it never will.
package com.acme.inventory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

@SuppressWarnings({"rawtypes", "unchecked"})
class InventoryTest {
  @Test
  void constructor_createsInventory() {
    Inventory result = new Inventory<>();
    assertEquals(0, result.size());
  }

  @Test
  void add_throwsIllegalArgumentException_whenCountIs0() {
    // when count <= 0
    IllegalArgumentException thrown =
        assertThrows(IllegalArgumentException.class, () -> new Inventory().add(null, 0));
    assertEquals("count", thrown.getMessage());
  }

  @Test
  void add_setsSizeTo1_whenThingIsNullAndCountIs1() {
    // when count > 0 && thing == null
    Inventory inventory = new Inventory<>();
    inventory.add(null, 1);
    assertEquals(1, inventory.size());
  }

  @Test
  void take_throwsNullPointerException() {
    assertThrows(NullPointerException.class, () -> new Inventory().take(null));
  }

  @Test
  void take_returns0_whenThingIsNull() {
    // when thing1 == null && thing == null && count == 1
    Inventory inventory = new Inventory<>();
    inventory.add(null, 1);
    assertEquals(0, inventory.take(null));
    assertEquals(0, inventory.size());
  }

  @Test
  void take_returns1_whenThingIsNull() {
    // when count >= 2 && thing1 == null && thing == null
    Inventory inventory = new Inventory<>();
    inventory.add(null, 2);
    assertEquals(1, inventory.take(null));
    assertEquals(1, inventory.size());
  }

  @Test
  void has_returnsFalse() {
    assertFalse(new Inventory().has(null));
  }

  @Test
  void has_returnsTrue_whenThingIsNull() {
    // when count > 0 && thing1 == null && thing == null
    Inventory inventory = new Inventory<>();
    inventory.add(null, 1);
    assertTrue(inventory.has(null));
  }

  @Test
  void size_returns0() {
    assertEquals(0, new Inventory().size());
  }

  @Test
  void size_returns1_afterAdd() {
    // when count > 0 && thing == null
    Inventory inventory = new Inventory<>();
    inventory.add(null, 1);
    assertEquals(1, inventory.size());
  }

  @Test
  void largest_throwsNullPointerException_whenThingsIsNull() {
    // when things == null
    assertThrows(NullPointerException.class, () -> Inventory.largest(null));
  }

  @Test
  void largest_throwsIndexOutOfBoundsException_whenThingsIsEmpty() {
    // when things != null
    assertThrows(IndexOutOfBoundsException.class, () -> Inventory.largest(new ArrayList()));
  }

  @Test
  void largest_throwsNullPointerException_whenThingsHas1() {
    // when things != null && e == null
    ArrayList things = new ArrayList<>();
    things.add(null);
    assertThrows(NullPointerException.class, () -> Inventory.largest(things));
  }

  @Test
  void largest_returnsEmpty_whenThingsHas1() {
    // when things != null && e instanceof String
    ArrayList things = new ArrayList<>();
    things.add("");
    assertEquals("", Inventory.largest(things));
  }

  @Test
  void largest_returnsE_whenThingsHas1() {
    // when things != null && e instanceof Integer
    ArrayList things = new ArrayList<>();
    Integer e = 1;
    things.add(e);
    assertSame(e, Inventory.largest(things));
  }

  @Test
  void largest_returnsA_whenThingsHas2() {
    // when things != null && e1 instanceof String && e2 instanceof String && ...
    ArrayList things = new ArrayList<>();
    things.add("");
    things.add("a");
    assertEquals("a", Inventory.largest(things));
  }

  @Test
  void even_throwsNullPointerException_whenNumbersIsNull() {
    // when numbers == null
    assertThrows(NullPointerException.class, () -> Inventory.even(null));
  }

  @Test
  void even_returnsEmptyList_whenNumbersIsEmpty() {
    // when numbers != null
    assertEquals(List.of(), Inventory.even(new ArrayList<>()));
  }

  @Test
  void even_returnsEmptyList_whenNumbersHas1_afterAddNull() {
    // when numbers != null && e == null
    ArrayList numbers = new ArrayList<>();
    numbers.add(null);
    assertEquals(List.of(), Inventory.even(numbers));
  }

  @Test
  void even_returnsListOf1_whenNumbersHas1() {
    // when numbers != null && e.value % 2 == 0
    ArrayList numbers = new ArrayList<>();
    numbers.add(Integer.valueOf(2));
    assertEquals(List.of(2), Inventory.even(numbers));
  }

  @Test
  void even_returnsEmptyList_whenNumbersHas1_afterAdd1() {
    // when numbers != null && e.value % 2 != 0
    ArrayList numbers = new ArrayList<>();
    numbers.add(Integer.valueOf(1));
    assertEquals(List.of(), Inventory.even(numbers));
  }
}
