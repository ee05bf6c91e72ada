package structures.generic;

import java.util.Comparator;

/** A linked list kept in the order of a comparator. */
public class OrderedList<T> {

    static final class Node<T> {
        final T item;
        Node<T> next;

        Node(T item, Node<T> next) {
            this.item = item;
            this.next = next;
        }
    }

    private final Comparator<? super T> order;
    Node<T> head;

    // goal: complete classes 1
    public OrderedList(Comparator<? super T> order) {
        this.order = order;
    }

    // goal: branches
    public void add(T item) {
        if (head == null || order.compare(item, head.item) < 0) {   // goal: throws java.lang.NullPointerException
            head = new Node<>(item, head);              // goal: reach
            return;
        }
        Node<T> at = head;
        while (at.next != null && order.compare(at.next.item, item) <= 0) {
            at = at.next;                               // goal: reach
        }
        at.next = new Node<>(item, at.next);            // goal: reach
    }

    // goal: clean
    public static int middle(int a, int b, int c) {
        OrderedList<Integer> list = new OrderedList<>((x, y) -> Integer.compare(x, y));
        list.add(a);
        list.add(b);
        list.add(c);
        int middle = list.head.next.item;
        if (middle < list.head.item) {
            return -1;                                  // goal: unreached
        }
        return middle == 8 && a > b && b > c ? 1 : 0;   // goal: returns 1 returns 0
    }

    // goal: branches clean
    public static String shortest(String a, String b) {
        OrderedList<String> list = new OrderedList<>(Comparator.comparing(text -> text == null ? 0 : text.length()));
        list.add(a);
        list.add(b);
        return list.head.item;                          // goal: reach
    }
}
