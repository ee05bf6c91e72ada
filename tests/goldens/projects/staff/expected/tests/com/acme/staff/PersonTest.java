// Written by everypath, which may overwrite it. Without this line, it never will.
package com.acme.staff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PersonTest {
  @Test
  void constructor_createsPerson() {
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
    // when this instanceof Manager
    assertEquals("name", new Manager("name").name());
  }

  @Test
  void earnsMoreThan_throwsNullPointerException() {
    // when this instanceof Manager
    assertThrows(NullPointerException.class, () -> new Manager("").earnsMoreThan(null));
  }

  @Test
  void earnsMoreThan_throwsNullPointerException_whenOtherIsNull() {
    // when !(this instanceof Manager) && years >= 0 && other == null
    assertThrows(NullPointerException.class, () -> new Clerk("", 0).earnsMoreThan(null));
  }

  @Test
  void earnsMoreThan_returnsFalse_whenOtherIsClerk() {
    // when !(this instanceof Manager) && this.years >= 0 && other instanceof Clerk && ...
    assertFalse(new Clerk("name", 0).earnsMoreThan(new Clerk("name", 0)));
  }

  @Test
  void earnsMoreThan_returnsTrue_whenOtherIsClerk() {
    // when !(this instanceof Manager) && this.years >= 0 && other instanceof Clerk && ...
    assertTrue(new Clerk("name", 1).earnsMoreThan(new Clerk("name", 0)));
  }
}
