package com.acme.shapes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class GroupTest {
  @Test
  void constructor_returnsNormally() {
    Group result = new Group(null, null);
    assertNull(result.first());
    assertNull(result.second());
  }

  @Test
  void area_throwsNullPointerException() {
    assertThrows(NullPointerException.class, () -> new Group(null, null).area());
  }

  @Test
  void area_throwsNullPointerException_2() {
    // group: Group(Circle 0, -)
    assertThrows(NullPointerException.class, () -> new Group(new Circle(0), null).area());
  }

  @Test
  void area_throwsNullPointerException_3() {
    // group: Group(Rectangle 0, -)
    assertThrows(NullPointerException.class, () -> new Group(new Rectangle(0, 0), null).area());
  }

  @Test
  void area_returns39() {
    // group: Group(Circle 2, Circle 3)
    assertEquals(39, new Group(new Circle(2), new Circle(3)).area());
  }

  @Test
  void area_returns27() {
    // group: Group(Circle 2, Rectangle 3{height=5})
    assertEquals(27, new Group(new Circle(2), new Rectangle(3, 5)).area());
  }

  @Test
  void toString_returnsString() {
    assertEquals("Group[first=null, second=null]", new Group(null, null).toString());
  }

  @Test
  void toString_returnsString_2() {
    // group: Group(Circle 2, -)
    assertEquals(
        "Group[first=Circle[radius=2], second=null]", new Group(new Circle(2), null).toString());
  }

  @Test
  void toString_returnsString_3() {
    // group: Group(Rectangle 2{height=3}, -)
    assertEquals(
        "Group[first=Rectangle[width=2, height=3], second=null]",
        new Group(new Rectangle(2, 3), null).toString());
  }

  @Test
  void hashCode_returns0() {
    assertEquals(0, new Group(null, null).hashCode());
  }

  @Test
  void hashCode_returns62() {
    // group: Group(Circle 2, -)
    assertEquals(62, new Group(new Circle(2), null).hashCode());
  }

  @Test
  void hashCode_returns2015() {
    // group: Group(Rectangle 2{height=3}, -)
    assertEquals(2015, new Group(new Rectangle(2, 3), null).hashCode());
  }

  @Test
  void equals_oIsNull_returnsFalse() {
    assertFalse(new Group(null, null).equals(null));
  }

  @Test
  void equals_oIsGroup_returnsTrue() {
    assertTrue(new Group(null, null).equals(new Group(null, null)));
  }

  @Test
  void equals_oIsGroup_returnsFalse() {
    // group: Group(-, Circle 2)
    // o: Group
    assertFalse(new Group(null, new Circle(2)).equals(new Group(null, null)));
  }

  @Test
  void equals_oIsGroup_returnsFalse_2() {
    // group: Group(-, Rectangle 2{height=3})
    // o: Group
    assertFalse(new Group(null, new Rectangle(2, 3)).equals(new Group(null, null)));
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
