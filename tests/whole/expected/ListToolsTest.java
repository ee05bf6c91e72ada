// Written by everypath, which may overwrite it. Without this line, it never will.
package structures.lists;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ListToolsTest {
  @Test
  void isTriangle_returnsFalse_whenListIsNull() {
    // when list == null
    assertFalse(ListTools.isTriangle(null));
  }

  @Test
  void isTriangle_returnsFalse_whenListIsNodeOf0AndNull() {
    // when list.next == null
    assertFalse(ListTools.isTriangle(new Node(0, null)));
  }

  @Test
  void isTriangle_returnsFalse_whenListIsNode() {
    // when list.next.next == null
    // list: 0 -> 0
    assertFalse(ListTools.isTriangle(new Node(0, new Node(0, null))));
  }

  @Test
  void isTriangle_returnsFalse_whenListIsNode_2() {
    // when list.next.next != null
    // list: 0 -> 0 -> 0
    assertFalse(ListTools.isTriangle(new Node(0, new Node(0, new Node(0, null)))));
  }

  @Test
  void isTriangle_returnsTrue_whenListIsNode() {
    // when list.next.next != null
    // list -> a -> next -> (back to list)
    Node next = new Node(0, null);
    Node list = new Node(0, new Node(0, next));
    next.next = list;
    assertTrue(ListTools.isTriangle(list));
  }

  @Test
  void isTriangle_returnsFalse_whenListIsNode_3() {
    // when list.next != null
    // list -> next -> (back to list)
    Node next = new Node(0, null);
    Node list = new Node(0, next);
    next.next = list;
    assertFalse(ListTools.isTriangle(list));
  }
}
