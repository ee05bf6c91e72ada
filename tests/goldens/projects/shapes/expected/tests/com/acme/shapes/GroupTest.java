// Written by everypath, which may overwrite it. Without this line, it never will.
package com.acme.shapes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class GroupTest {
  @Test
  void constructor_createsGroup() {
    Group result = new Group(null, null);
    assertNull(result.first());
    assertNull(result.second());
  }

  @Test
  void area_throwsNullPointerException_whenThisIsGroupOfNullAndNull() {
    // when first == null
    assertThrows(NullPointerException.class, () -> new Group(null, null).area());
  }

  @Test
  void area_throwsNullPointerException_whenThisIsGroup() {
    // when first instanceof Circle && radius >= 0 && second == null
    // group: Group(Circle 0, -)
    assertThrows(NullPointerException.class, () -> new Group(new Circle(0), null).area());
  }

  @Test
  void area_returns39() {
    // when first instanceof Circle && this.first.radius >= 0 && second instanceof Circle && ...
    // group: Group(Circle 2, Circle 3)
    assertEquals(39, new Group(new Circle(2), new Circle(3)).area());
  }

  @Test
  void toString_returnsString() {
    // when first == null && second == null
    assertEquals("Group[first=null, second=null]", new Group(null, null).toString());
  }

  @Test
  void hashCode_returns0() {
    // when first == null && second == null
    assertEquals(0, new Group(null, null).hashCode());
  }

  @Test
  void hashCode_returns31() {
    // when first instanceof Circle && radius >= 0 && second == null
    // group: Group(Circle 1, -)
    assertEquals(31, new Group(new Circle(1), null).hashCode());
  }

  @Test
  void equals_returnsFalse_whenOIsNull() {
    // when o == null
    assertFalse(new Group(null, null).equals(null));
  }

  @Test
  void equals_returnsTrue_whenOIsGroup() {
    // when o instanceof Group && this.second == null && o.second == null && ...
    assertTrue(new Group(null, null).equals(new Group(null, null)));
  }

  @Test
  void first_returnsNull() {
    assertNull(new Group(null, null).first());
  }

  @Test
  void second_returnsNull() {
    assertNull(new Group(null, null).second());
  }
}
