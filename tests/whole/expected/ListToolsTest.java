package structures.lists;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ListToolsTest {
  @Test
  void isTriangle_listIsNull_returnsFalse() {
    assertFalse(ListTools.isTriangle(null));
  }

  @Test
  void isTriangle_listIsNode_returnsFalse() {
    assertFalse(ListTools.isTriangle(new Node(0, null)));
  }

  @Test
  void isTriangle_listIsNode_returnsFalse_2() {
    // list: 0 -> 0
    assertFalse(ListTools.isTriangle(new Node(0, new Node(0, null))));
  }

  @Test
  void isTriangle_listIsNode_returnsFalse_3() {
    // list: 0 -> 0 -> 0
    assertFalse(ListTools.isTriangle(new Node(0, new Node(0, new Node(0, null)))));
  }

  @Test
  void isTriangle_listIsNode_returnsTrue() {
    // list -> a -> next -> (back to list)
    Node next = new Node(0, null);
    Node list = new Node(0, new Node(0, next));
    next.next = list;
    assertTrue(ListTools.isTriangle(list));
  }

  @Test
  void isTriangle_listIsNode_returnsFalse_4() {
    // list -> next -> (back to list)
    Node next = new Node(0, null);
    Node list = new Node(0, next);
    next.next = list;
    assertFalse(ListTools.isTriangle(list));
  }
}
