// Written by everypath, which may overwrite it. Without this line, it never will.
package com.acme.staff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class ManagerTest {
  @Test
  void constructor_createsManager() {
    Manager result = new Manager("name");
    assertEquals("name", result.name());
  }

  @Test
  void setDeputy_keepsName() {
    Manager manager = new Manager("name");
    manager.setDeputy(null);
    assertEquals("name", manager.name());
  }

  @Test
  void salary_throwsNullPointerException() {
    assertThrows(NullPointerException.class, () -> new Manager("").salary());
  }

  @Test
  void salary_returns2600_afterSetDeputy() {
    // when deputy instanceof Clerk && years >= 0
    // manager: Manager "name" -> Clerk "name"{years=1}
    Manager manager = new Manager("name");
    manager.setDeputy(new Clerk("name", 1));
    assertEquals(2600, manager.salary());
  }

  @Test
  void bonus_throwsNullPointerException_whenPersonIsNull() {
    // when person == null
    assertThrows(NullPointerException.class, () -> Manager.bonus(null));
  }

  @Test
  void bonus_throwsNullPointerException_whenPersonIsManager() {
    // when person instanceof Manager && person.name == null
    assertThrows(NullPointerException.class, () -> Manager.bonus(new Manager(null)));
  }

  @Test
  void bonus_returns0_whenPersonIsManager() {
    // when person instanceof Manager && person.name.isEmpty()
    assertEquals(0, Manager.bonus(new Manager("")));
  }

  @Test
  void bonus_returns100_whenPersonIsManager() {
    // when person instanceof Manager && !person.name.isEmpty()
    assertEquals(100, Manager.bonus(new Manager("a")));
  }

  @Test
  void bonus_returns0_whenPersonIsClerk() {
    // when person instanceof Clerk && person.years >= 0 && person.name.isEmpty()
    assertEquals(0, Manager.bonus(new Clerk("", 0)));
  }

  @Test
  void bonus_returns300_whenPersonIsManager() {
    // when person instanceof Manager && deputy != null
    // person: Manager "name" -> Manager "name"
    Manager person = new Manager("name");
    person.setDeputy(new Manager("name"));
    assertEquals(300, Manager.bonus(person));
  }
}
