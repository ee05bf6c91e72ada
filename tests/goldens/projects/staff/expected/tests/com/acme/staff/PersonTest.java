package com.acme.staff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PersonTest {
  @Test
  void constructor_returnsNormally() {
    Person result =
        new Person("name") {
          @Override
          public int salary() {
            return 0;
          }
        };
    assertEquals("name", result.name());
  }

  @Test
  void name_returnsName() {
    assertEquals("name", new Manager("name").name());
  }

  @Test
  void name_returnsName_2() {
    assertEquals("name", new Clerk("name", 2).name());
  }

  @Test
  void earnsMoreThan_throwsNullPointerException() {
    assertThrows(NullPointerException.class, () -> new Manager("").earnsMoreThan(null));
  }

  @Test
  void earnsMoreThan_otherIsNull_throwsNullPointerException() {
    assertThrows(NullPointerException.class, () -> new Clerk("", 0).earnsMoreThan(null));
  }

  @Test
  void earnsMoreThan_otherIsNull_throwsNullPointerException_2() {
    // manager: Manager "name" -> Clerk "name"
    Manager manager = new Manager("name");
    manager.setDeputy(new Clerk("name", 0));
    assertThrows(NullPointerException.class, () -> manager.earnsMoreThan(null));
  }

  @Test
  void earnsMoreThan_otherIsClerk_returnsFalse() {
    assertFalse(new Clerk("name", 0).earnsMoreThan(new Clerk("name", 2)));
  }

  @Test
  void earnsMoreThan_otherIsClerk_returnsTrue() {
    assertTrue(new Clerk("name", 1).earnsMoreThan(new Clerk("name", 0)));
  }

  @Test
  void earnsMoreThan_otherIsClerk_returnsTrue_2() {
    // manager: Manager "name" -> Clerk "name"{years=2}
    Manager manager = new Manager("name");
    manager.setDeputy(new Clerk("name", 2));
    assertTrue(manager.earnsMoreThan(new Clerk("name", 3)));
  }

  @Test
  void earnsMoreThan_otherIsClerk_returnsFalse_2() {
    // manager: Manager "name" -> Clerk "name"
    Manager manager = new Manager("name");
    manager.setDeputy(new Clerk("name", 0));
    assertFalse(manager.earnsMoreThan(new Clerk("name", 5)));
  }
}
