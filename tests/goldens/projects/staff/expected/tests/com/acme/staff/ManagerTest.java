package com.acme.staff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class ManagerTest {
  @Test
  void constructor_returnsNormally() {
    Manager result = new Manager("name");
    assertEquals("name", result.name());
  }

  @Test
  void setDeputy_returnsNormally() {
    Manager manager = new Manager("name");
    manager.setDeputy(null);
    assertEquals("name", manager.name());
  }

  @Test
  void salary_throwsNullPointerException() {
    assertThrows(NullPointerException.class, () -> new Manager("").salary());
  }

  @Test
  void salary_returns2700() {
    // manager: Manager "name" -> Clerk "name"{years=2}
    Manager manager = new Manager("name");
    manager.setDeputy(new Clerk("name", 2));
    assertEquals(2700, manager.salary());
  }

  @Test
  void bonus_personIsNull_throwsNullPointerException() {
    assertThrows(NullPointerException.class, () -> Manager.bonus(null));
  }

  @Test
  void bonus_personIsManager_throwsNullPointerException() {
    assertThrows(NullPointerException.class, () -> Manager.bonus(new Manager(null)));
  }

  @Test
  void bonus_personIsClerk_throwsNullPointerException() {
    assertThrows(NullPointerException.class, () -> Manager.bonus(new Clerk(null, 0)));
  }

  @Test
  void bonus_personIsClerk_throwsNullPointerException_2() {
    Clerk person = new Clerk(null, 0);
    person.earnsMoreThan(new Clerk("name", 0));
    assertThrows(NullPointerException.class, () -> Manager.bonus(person));
  }

  @Test
  void bonus_personIsManager_returns0() {
    assertEquals(0, Manager.bonus(new Manager("")));
  }

  @Test
  void bonus_personIsManager_returns100() {
    assertEquals(100, Manager.bonus(new Manager("a")));
  }

  @Test
  void bonus_personIsClerk_returns0() {
    assertEquals(0, Manager.bonus(new Clerk("", 2)));
  }

  @Test
  void bonus_personIsManager_returns300() {
    // person: Manager "name" -> Manager "name"
    Manager person = new Manager("name");
    person.setDeputy(new Manager("name"));
    assertEquals(300, Manager.bonus(person));
  }

  @Test
  void bonus_personIsClerk_returns0_2() {
    Clerk person = new Clerk("", 1);
    person.earnsMoreThan(new Clerk("name", 0));
    assertEquals(0, Manager.bonus(person));
  }
}
