package explored;

/** Inputs that may be one object: what a method does with one shows in another. */
public class Aliases {
    static class Node {
        int value;
        Node next;
    }

    static class Left extends Node { }

    static class Right extends Node { }

    interface Ends {
        Node first();
        Node last();
    }

    static int answers(Ends ends) {
        Node first = ends.first();
        Node last = ends.last();
        if (first != last) {
            return 0;
        }
        first.value = 1;
        last.value = 2;
        return first.value;
    }

    static int written(Node a, Node b) { a.value = 1; b.value = 2; return a.value; }
    static int unrelated(Node a, Node b) { return a.value > b.value ? 1 : 0; }
    static int apart(Left a, Right b) { a.value = 1; b.value = 2; return a.value; }
    static int self(Node a) { a.next.value = 1; a.value = 2; return a.next.value; }
    static boolean circular(Node a) { return a.next.next == a; }
    static int shared(Node a, Node b) { a.next.value = 1; b.next.value = 2; return a.next.value; }
    static int compared(Node a, Node b) { return a == b ? 1 : 0; }
    static int conditions(Node a, Node b) {
        if (a.value > 3 && b.value < 10) {
            b.value = 0;
            return a.value == 0 ? 1 : 2;
        }
        return 3;
    }
    static int impossible(Node a, Node b) {
        if (a.value > b.value) {
            b.value = 100;
            return a.value == 100 ? 1 : 2;
        }
        return 3;
    }
    static int elements(Node[] nodes) { nodes[0].value = 1; nodes[1].value = 2; return nodes[0].value; }
    static int rows(int[][] table) { table[0][0] = 1; table[1][0] = 2; return table[0][0]; }
    static int numbers(int[] a, int[] b) { a[0] = 1; b[0] = 2; return a[0]; }
    int field;
    int receiver(Aliases other) { field = 1; other.field = 2; return field; }
    static int kinds(Node a, Left b) {
        a.value = 1;
        b.value = 2;
        return a instanceof Right ? 5 : a.value;
    }
    static int three(Node a, Node b, Node c) { a.value = 1; b.value = 2; c.value = 3; return a.value * 10 + b.value; }
}
