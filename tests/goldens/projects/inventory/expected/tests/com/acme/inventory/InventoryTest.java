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
  void constructor_returnsNormally() {
    Inventory result = new Inventory();
    assertEquals(0, result.size());
  }

  @Test
  void add_countIs0_throwsIllegalArgumentException() {
    IllegalArgumentException thrown =
        assertThrows(IllegalArgumentException.class, () -> new Inventory().add(null, 0));
    assertEquals("count", thrown.getMessage());
  }

  @Test
  void add_thingIsNullCountIs1() {
    Inventory inventory = new Inventory();
    inventory.add(null, 1);
    assertEquals(1, inventory.size());
  }

  @Test
  void take_throwsNullPointerException() {
    assertThrows(NullPointerException.class, () -> new Inventory().take(null));
  }

  @Test
  void take_thingIsNull_returns0() {
    Inventory inventory = new Inventory();
    inventory.add(null, 1);
    assertEquals(0, inventory.take(null));
    assertEquals(0, inventory.size());
  }

  @Test
  void take_thingIsNull_returns1() {
    Inventory inventory = new Inventory();
    inventory.add(null, 2);
    assertEquals(1, inventory.take(null));
    assertEquals(1, inventory.size());
  }

  @Test
  void has_returnsFalse() {
    assertFalse(new Inventory().has(null));
  }

  @Test
  void has_thingIsNull_returnsTrue() {
    Inventory inventory = new Inventory();
    inventory.add(null, 1);
    assertTrue(inventory.has(null));
  }

  @Test
  void size_returns0() {
    assertEquals(0, new Inventory().size());
  }

  @Test
  void size_returns1() {
    Inventory inventory = new Inventory();
    inventory.add(null, 1);
    assertEquals(1, inventory.size());
  }

  @Test
  void largest_thingsIsNull_throwsNullPointerException() {
    assertThrows(NullPointerException.class, () -> Inventory.largest(null));
  }

  @Test
  void largest_thingsIsArrayList_throwsIndexOutOfBoundsException() {
    assertThrows(IndexOutOfBoundsException.class, () -> Inventory.largest(new ArrayList()));
  }

  @Test
  void largest_thingsIsArrayList_throwsNullPointerException() {
    ArrayList things = new ArrayList();
    things.add(null);
    assertThrows(NullPointerException.class, () -> Inventory.largest(things));
  }

  @Test
  void largest_thingsIsArrayList_returnsEmpty() {
    ArrayList things = new ArrayList();
    things.add("");
    assertEquals("", Inventory.largest(things));
  }

  @Test
  void largest_thingsIsArrayList_returns2() {
    ArrayList things = new ArrayList();
    Integer e = 2;
    things.add(e);
    assertSame(e, Inventory.largest(things));
  }

  @Test
  void largest_thingsIsArrayList_returnsA() {
    ArrayList things = new ArrayList();
    things.add("");
    things.add("a");
    assertEquals("a", Inventory.largest(things));
  }

  @Test
  void even_numbersIsNull_throwsNullPointerException() {
    assertThrows(NullPointerException.class, () -> Inventory.even(null));
  }

  @Test
  void even_numbersIsArrayList_returnsArrayList() {
    assertEquals(List.of(), Inventory.even(new ArrayList()));
  }

  @Test
  void even_numbersIsArrayList_returnsArrayList_2() {
    ArrayList numbers = new ArrayList();
    numbers.add(null);
    assertEquals(List.of(), Inventory.even(numbers));
  }

  @Test
  void even_numbersIsArrayList_returnsArrayList_3() {
    ArrayList numbers = new ArrayList();
    numbers.add(Integer.valueOf(2));
    assertEquals(List.of(2), Inventory.even(numbers));
  }

  @Test
  void even_numbersIsArrayList_returnsArrayList_4() {
    ArrayList numbers = new ArrayList();
    numbers.add(Integer.valueOf(1));
    assertEquals(List.of(), Inventory.even(numbers));
  }
}
